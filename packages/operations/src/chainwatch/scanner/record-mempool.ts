import type { MempoolView } from '@gateway/chains/rail/chain-node'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { holdCursor, type Lease } from '../cursor/cursor.ts'
import { dropUnconfirmed } from '../deposits/drop-unconfirmed.ts'
import type { Hit } from '../deposits/hit.ts'
import { assessOwners } from '../deposits/assess-owners.ts'
import { recordDeposits, type Touched } from '../deposits/record-deposits.ts'

/** A mempool that was read while the head stood still. */
export interface MempoolInput {
  readonly lease: Lease
  readonly view: MempoolView
  readonly hits: readonly Hit[]
  /** The time of reading: everything in it had arrived by then. */
  readonly at: Date
  readonly subjects: AddressOwners
}

/**
 * Writes a mempool view in one transaction: new deposits, and unconfirmed deposits that vanished.
 *
 * Vanished deposits are written first, so that a replacement never looks like a second deposit.
 */
export async function recordMempool(ctx: Context, { lease, view, hits, at, subjects }: MempoolInput): Promise<void> {
  await transaction(ctx, async (em) => {
    const cursor = await holdCursor(em, lease)
    const now = ctx.clock.now()
    const vanished = await dropVanished(em, { chain: lease.chain, present: view.txIds, at: now })
    const seen = await recordDeposits(em, { chain: lease.chain, at, block: undefined, inputs: view.inputs }, hits)
    const touched = [...vanished, ...seen]
    if (touched.length === 0) return
    await assessOwners(em, ctx, {
      lease,
      subjects,
      touched,
      view: { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined, at: now },
    })
  })
}

/** Drops deposits that left the mempool. */
async function dropVanished(
  em: Em,
  { chain, present, at }: { chain: ChainCode; present: ReadonlySet<string>; at: Date },
): Promise<Touched[]> {
  const unconfirmed = await tables(em)
    .selectFrom('deposit')
    .select('txId')
    .distinct()
    .where('chain', '=', chain)
    .where('state', '=', 'seen')
    .execute()
  const txIds = unconfirmed.flatMap(({ txId }) => (present.has(txId) ? [] : [txId]))
  return dropUnconfirmed(em, { chain, at, block: undefined, txIds })
}
