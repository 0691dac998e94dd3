import type { MempoolView } from '@gateway/chains/rail'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'
import type { Subjects } from '../subjects.ts'
import { transaction } from '../transaction.ts'
import { holdCursor, type Lease } from './cursor.ts'
import type { Hit } from './match-block.ts'
import { judge } from './record-block.ts'
import { observe, recordDeposits, type Touched } from './record-deposits.ts'

/** A mempool that was read while the head stood still. */
export interface MempoolInput {
  readonly lease: Lease
  readonly view: MempoolView
  readonly hits: readonly Hit[]
  /** When it was read: whatever it shows had arrived by then, however much later that is written. */
  readonly at: Date
  readonly subjects: Subjects
}

/**
 * Writes what the mempool shows, in one transaction: deposits that were never seen, and unconfirmed deposits that are in it no more.
 *
 * What has vanished is written first, so that a replacement never looks like a second deposit.
 */
export async function recordMempool(ctx: Context, { lease, view, hits, at, subjects }: MempoolInput): Promise<void> {
  await transaction(ctx, async (em) => {
    const cursor = await holdCursor(em, lease)
    const now = ctx.clock.now()
    const vanished = await markVanished(em, { chain: lease.chain, present: view.txIds, now })
    const seen = await recordDeposits(em, { chain: lease.chain, at, block: undefined, binds: view.binds }, hits)
    const touched = [...vanished, ...seen]
    if (touched.length === 0) return
    await judge(em, ctx, {
      lease,
      subjects,
      touched,
      view: { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined, at: now },
    })
  })
}

async function markVanished(
  em: Em,
  { chain, present, now }: { chain: ChainCode; present: ReadonlySet<string>; now: Date },
): Promise<Touched[]> {
  const unconfirmed = await tables(em)
    .selectFrom('deposit')
    .select(['id', 'txId', 'subject', 'subjectId', 'asset', 'units'])
    .where('chain', '=', chain)
    .where('state', '=', 'seen')
    .execute()
  const vanished = unconfirmed.filter((deposit) => !present.has(deposit.txId))
  if (vanished.length === 0) return []
  const ids = vanished.map((deposit) => deposit.id)
  await tables(em)
    .updateTable('deposit')
    .set({ state: 'gone', goneAt: now, replaced: true })
    .where(isOneOf('id', ids, 'text'))
    .execute()
  await observe(em, { chain, at: now, kind: 'vanished', block: undefined }, vanished)
  return vanished
}
