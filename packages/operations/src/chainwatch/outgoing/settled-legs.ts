import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { PayoutChange } from '../../kernel/address-owners.ts'

/** Final payouts of some objects for a purpose, newest last. */
export async function readSettledLegs(em: Em, purpose: SpendPurpose, refs: readonly string[]): Promise<PayoutChange[]> {
  if (refs.length === 0) return []
  const rows = await tables(em)
    .selectFrom('spend_intent as leg')
    .innerJoin('flush', 'flush.intentId', 'leg.id')
    .select(['leg.ref', 'leg.leg', 'leg.asset', 'leg.feeUnits', 'leg.merchantUnits', 'leg.networkFeeUnits'])
    .select(['flush.txId', 'flush.feeUnits as platformUnits'])
    .where('leg.purpose', '=', purpose)
    .where('leg.ref', 'in', [...refs])
    .where('leg.state', '=', 'final')
    .orderBy('flush.height')
    .orderBy('flush.txPlace')
    .execute()
  return rows.map(({ ref, leg, asset, txId, platformUnits, ...split }) => {
    const platformPaid = platformUnits > 0n || split.feeUnits === 0n
    return { purpose, ref, leg, asset, txId, split, platformPaid }
  })
}
