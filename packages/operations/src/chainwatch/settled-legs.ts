import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { PayoutNews } from '../subjects.ts'

/** What flushes have paid for some objects for good, the newest last. */
export async function readSettledLegs(em: Em, refs: readonly string[]): Promise<PayoutNews[]> {
  if (refs.length === 0) return []
  const rows = await tables(em)
    .selectFrom('spend_intent as leg')
    .innerJoin('flush', 'flush.intentId', 'leg.id')
    .select([
      'leg.ref',
      'leg.leg',
      'leg.asset',
      'leg.feeUnits',
      'leg.merchantUnits',
      'leg.networkFeeUnits',
      'flush.txId',
      'flush.feeUnits as loggedFee',
    ])
    .where('leg.purpose', '=', 'forward')
    .where('leg.ref', 'in', [...refs])
    .where('leg.state', '=', 'final')
    .orderBy('flush.height')
    .orderBy('flush.txPlace')
    .execute()
  return rows.map(({ ref, leg, asset, txId, loggedFee, ...split }) => ({
    purpose: 'forward',
    ref,
    leg,
    asset,
    txId,
    split,
    platformPaid: loggedFee > 0n || split.feeUnits === 0n,
  }))
}
