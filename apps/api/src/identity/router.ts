import { router } from '../trpc.ts'
import { identityPortalRouter } from './portal-router.ts'
import { receiptReads, reputationReads } from './reads-router.ts'

/** Procedures of DIDs, receipts, reputation and credentials. */
export const identityRouter = router({
  reputation: router(reputationReads),
  receipts: router(receiptReads),
  portal: identityPortalRouter,
})
