import { router } from '../trpc.ts'

/** Procedures of OAuth clients and of what their users allowed. */
export const oauthRouter = router({})
