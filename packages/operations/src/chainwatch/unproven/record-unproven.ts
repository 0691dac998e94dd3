import type { UnprovenTransferEntity } from '@gateway/db/chainwatch/unproven-transfer.entity'
import { portions } from '@gateway/db/kernel/portions'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import type { Context } from '../../kernel/context.ts'
import type { MatchedBlock, UnprovenHit } from '../deposits/hit.ts'
import { logPositions } from '../deposits/log-positions.ts'

/** Records the transfers of a block that the balances of their receivers do not prove, with an alarm where they contradict them. */
export async function recordUnproven(
  em: Em,
  ctx: Pick<Context, 'log'>,
  { chain, matched, at }: { chain: ChainCode; matched: Pick<MatchedBlock, 'block' | 'unproven'>; at: Date },
): Promise<void> {
  const { block } = matched
  const unproven = await withoutKnown(em, { chain, blockHash: block.hash, unproven: matched.unproven })
  const placeOf = logPositions(block.txIds)
  const asset: AssetCode = chain
  const rows = unproven.map(({ transfer, watched: { address, subject, subjectId }, reason }) => {
    const { ref, txId, units } = transfer
    const place = { height: block.height, blockHash: block.hash, ...placeOf(transfer) }
    return { chain, ref, txId, address, subject, subjectId, asset, units, ...place, arrivedAt: at, reason, outcome: null, endedAt: null }
  })
  for (const portion of portions(rows))
    await tables(em)
      .insertInto('unproven_transfer')
      .values(portion)
      .onConflict((oc) => oc.doNothing())
      .execute()
  for (const own of Map.groupBy(rows, ({ subjectId }) => subjectId).values())
    if (own[0]?.reason === 'above_balance_gain') alarmUnproven(ctx, own)
}

/** Raises the alarm for transfers to one owner whose address does not hold what they say. */
export function alarmUnproven(
  { log }: Pick<Context, 'log'>,
  rows: readonly Pick<UnprovenTransferEntity, 'chain' | 'txId' | 'subject' | 'subjectId' | 'units'>[],
): void {
  const [first] = rows
  if (!first) return
  const { chain, txId, subject, subjectId } = first
  const owner = subject === 'escrow' ? { escrowId: subjectId } : { paymentId: subjectId }
  const fields = { alarm: 'deposit_unproven', chain, txId, ...owner, units: String(sumUnits(rows)) } as const
  log.error(fields, 'transfers exceed what their receiver gained')
}

/** A rescan reads a block whose transfers are deposits already, when the node may no longer tell the balances of that time. */
async function withoutKnown(
  em: Em,
  { chain, blockHash, unproven }: { chain: ChainCode; blockHash: string; unproven: readonly UnprovenHit[] },
): Promise<readonly UnprovenHit[]> {
  if (unproven.length === 0) return []
  const refs = unproven.map(({ transfer }) => transfer.ref)
  const stored = await tables(em)
    .selectFrom('deposit')
    .select('ref')
    .where('chain', '=', chain)
    .where('ref', 'in', refs)
    .where('blockHash', '=', blockHash)
    .execute()
  const known = new Set(stored.map(({ ref }) => ref))
  return unproven.filter(({ transfer }) => !known.has(transfer.ref))
}

/** Forgets the unproven transfers of an orphaned block. */
export async function forgetUnproven(em: Em, { chain, height }: { chain: ChainCode; height: number }): Promise<void> {
  await tables(em).deleteFrom('unproven_transfer').where('chain', '=', chain).where('height', '=', height).execute()
}
