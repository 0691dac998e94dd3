import { router } from '../trpc.ts'
import { clientsRouter } from './clients-router.ts'
import { consentsRouter } from './consents-router.ts'

/** Procedures of OAuth clients and of what their users allowed. */
export const oauthRouter = router({ clients: clientsRouter, consents: consentsRouter })
