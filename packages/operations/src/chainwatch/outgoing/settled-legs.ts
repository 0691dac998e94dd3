import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { PayoutChange } from '../../kernel/address-owners.ts'

/** Final payouts of some objects, newest last: by flush log for deposit contracts, otherwise by our transaction. */
export async function readSettledLegs(em: Em, refs: readonly string[]): Promise<PayoutChange[]> {
  if (refs.length === 0) return []
  const rows = await tables(em)
    .selectFrom('spend_intent as leg')
    .leftJoin('flush', 'flush.intentId', 'leg.id')
    .leftJoin('spend_attempt as spend', (join) => join.onRef('spend.intentId', '=', 'leg.leadId').on('spend.state', '=', 'final'))
    .select([
      'leg.ref',
      'leg.leg',
      'leg.asset',
      'leg.feeUnits',
      'leg.merchantUnits',
      'leg.networkFeeUnits',
      'flush.txId as flushedBy',
      'flush.feeUnits as loggedFee',
      'spend.handle as spentBy',
      'spend.platformPaid',
    ])
    .where('leg.purpose', '=', 'forward')
    .where('leg.ref', 'in', [...refs])
    .where('leg.state', '=', 'final')
    .orderBy(sql`coalesce(flush.height, spend.height)`)
    .orderBy('flush.txPlace')
    .execute()
  return rows.flatMap(({ ref, leg, asset, flushedBy, loggedFee, spentBy, platformPaid, ...split }) => {
    const txId = flushedBy ?? spentBy
    const isPaid = flushedBy === null ? platformPaid === true : (loggedFee ?? 0n) > 0n || split.feeUnits === 0n
    return txId === null ? [] : [{ purpose: 'forward', ref, leg, asset, txId, split, platformPaid: isPaid }]
  })
}
