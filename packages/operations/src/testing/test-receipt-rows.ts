import type { ReceiptEntity } from '@gateway/db/identity/receipt.entity'
import { tables } from '@gateway/db/tables'
import type { Did } from '@gateway/domain/identity/did'
import type { TestApiContext } from './test-context.ts'

type Chosen = Partial<Omit<ReceiptEntity, 'subjectDid'>>

/** Stores receipts about a DID as the service writes them of settlements: accepted transactions of 99 dollars that count, unless told otherwise. */
export async function storeReceipts(ctx: TestApiContext, subjectDid: Did, ...chosen: readonly Chosen[]): Promise<ReceiptEntity[]> {
  const rows = chosen.map((one): ReceiptEntity => {
    const id = one.id ?? ctx.ids.uuid()
    return {
      id,
      kind: 'service',
      subjectDid,
      counterpartyDid: null,
      authorMerchantId: null,
      escrowId: null,
      category: 'economic.transaction',
      actionType: null,
      outcome: 'accepted',
      rating: null,
      amount: '99.00',
      currency: 'USD',
      usdCents: 9_900n,
      weightHundredths: 1_000,
      taskDescription: null,
      content: {},
      source: `test:${id}`,
      isVerified: true,
      withdrawnAt: null,
      withdrawnBy: one.withdrawnAt ? 'operator' : null,
      sequence: null,
      previousDigest: null,
      digest: null,
      createdAt: ctx.clock.now(),
      ...one,
    }
  })
  await tables(ctx.orm.em.fork()).insertInto('receipt').values(rows).execute()
  return rows
}
