import { router } from '../trpc.ts'
import { credentialsRouter } from './credentials-router.ts'
import { didsRouter } from './dids-router.ts'
import { identityPortalRouter } from './portal-router.ts'
import { receiptReads, reputationReads } from './reads-router.ts'
import { receiptWrites } from './receipts-router.ts'

/** Procedures of DIDs, receipts, reputation and credentials. */
export const identityRouter = router({
  dids: didsRouter,
  reputation: router(reputationReads),
  receipts: router({ ...receiptReads, ...receiptWrites }),
  credentials: credentialsRouter,
  portal: identityPortalRouter,
})
