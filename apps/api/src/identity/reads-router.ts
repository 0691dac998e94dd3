import { DidRef, reputationView } from '@gateway/contract/identity'
import { ListReceiptsInput } from '@gateway/contract/identity/receipt-inputs'
import { publicReceiptView, ReceiptListView } from '@gateway/contract/identity/receipts'
import { getReputation } from '@gateway/operations/identity/reading/get-reputation'
import { listReceipts } from '@gateway/operations/identity/reading/list-receipts'
import { optionalProcedure, publicProcedure } from '../trpc.ts'

const shared = { tag: 'identity', cors: true } as const

/** The reputation of a DID, for everybody. */
export const reputationReads = {
  get: optionalProcedure
    .meta({
      rest: {
        ...shared,
        method: 'get',
        path: '/api/reputation/agent/{did}/reputation',
        summary: 'Get a reputation',
        description:
          'Returns the score of a DID, the components of trust, and what its receipts of some days add up to. A DID without receipts has zeros. The formula is published at `/docs/reputation`: with the receipts of the DID and `computed_at` anybody computes the same.',
      },
    })
    .input(DidRef)
    .output(reputationView.schema)
    .query(async ({ ctx, input }) => reputationView.present(await getReputation(ctx, input))),
}

/** The receipts about a DID, for everybody. */
export const receiptReads = {
  list: publicProcedure
    .meta({
      many: true,
      rest: {
        ...shared,
        method: 'get',
        path: '/api/reputation/receipts',
        summary: 'List the receipts of a DID',
        description:
          'Newest first, with those that do not count. What was said of a task is not public. `sequence` and the digests are its place in the chain of the DID, which shows that no receipt is left out.',
        list: true,
      },
    })
    .input(ListReceiptsInput)
    .output(ReceiptListView)
    .query(async ({ ctx, input }) => {
      const { receipts, total } = await listReceipts(ctx, input)
      return { receipts: receipts.map(publicReceiptView.present), total, limit: input.limit, offset: input.offset }
    }),
}
