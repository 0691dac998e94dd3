import { router } from '../trpc.ts'

/** Procedures of DIDs, receipts, reputation and credentials. */
export const identityRouter = router({})
