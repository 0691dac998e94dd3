import type { Head } from '@gateway/chains/rail'
import { findMature } from '@gateway/db/chainwatch/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { Context } from '../context.ts'
import { finalizePayouts } from './finalize-payouts.ts'
import { noteMined } from './note-mined.ts'
import type { Subjects } from '../subjects.ts'
import { transaction } from '../transaction.ts'
import { earlier } from './block-time.ts'
import { burySpent } from './bury-spent.ts'
import { holdCursor, type Lease } from './cursor.ts'
import type { MatchedBlock } from './match-block.ts'
import { recordDeposits, type Touched } from './record-deposits.ts'

/** A block that is ready to be written, and what the node said about its head when it was read. */
export interface BlockInput {
  readonly lease: Lease
  readonly matched: MatchedBlock
  readonly head: Head
  readonly subjects: Subjects
}

/** The block does not continue the chain the cursor stands on: there was a reorganisation. */
export const FORKED = 'forked'
/** The block is written; the cursor stands on it. */
export const RECORDED = 'recorded'

/**
 * Writes everything one block means, in one transaction: observations, deposits, state changes, ledger, events, messages and the cursor.
 *
 * Either all of it is there or the block will be read again; there is nothing in between.
 *
 * @throws {LeaseLost} when another scanner has taken over; nothing is written then.
 */
export async function recordBlock(ctx: Context, input: BlockInput): Promise<typeof FORKED | typeof RECORDED> {
  const { lease, matched, head } = input
  const { block } = matched
  if (matched.hits.length > 0) await ctx.failpoint('S2')
  return transaction(ctx, async (em) => {
    const cursor = await holdCursor(em, lease)
    if (block.height !== cursor.height + 1 || block.parentHash !== cursor.hash) return FORKED
    const view: ChainView = { height: block.height, finalizedHeight: head.finalizedHeight, at: ctx.clock.now() }
    await moveCursor(em, ctx, { lease, block, head })
    const touched = await recordDeposits(
      em,
      { chain: lease.chain, at: earlier(block.at, view.at), block, binds: block.binds },
      matched.hits,
    )
    const buried = await burySpent(em, ctx, { chain: lease.chain, block, view })
    await noteMined(em, ctx, { chain: lease.chain, matched })
    const mature = await findMature(em, { chain: lease.chain, height: block.height })
    await judge(em, ctx, { ...input, view, touched: [...touched, ...buried, ...mature] })
    await finalizePayouts(em, ctx, { chain: lease.chain, view, subjects: input.subjects })
    return RECORDED
  })
}

/** Has every touched object judged by its own room, once. */
export async function judge(
  em: Em,
  ctx: Context,
  input: { lease: Lease; subjects: Subjects; view: ChainView; touched: readonly Touched[] },
): Promise<void> {
  for (const [subject, rows] of Map.groupBy(input.touched, (row) => row.subject)) {
    const ids = [...new Set(rows.map((row) => row.subjectId))]
    await input.subjects[subject].depositsChanged(em, ctx, { chain: input.lease.chain, ids, view: input.view })
  }
}

async function moveCursor(
  em: Em,
  ctx: Context,
  { lease, block, head }: { lease: Lease; block: MatchedBlock['block']; head: Head },
): Promise<void> {
  const rail = ctx.rails.get(lease.chain)
  await tables(em)
    .updateTable('chain_cursor')
    .set({
      height: block.height,
      hash: block.hash,
      headHeight: Math.max(head.height, block.height),
      finalizedHeight: head.finalizedHeight ?? null,
      updatedAt: ctx.clock.now(),
    })
    .where('chain', '=', lease.chain)
    .execute()
  await tables(em).insertInto('chain_block').values({ chain: lease.chain, height: block.height, hash: block.hash, at: block.at }).execute()
  await tables(em)
    .deleteFrom('chain_block')
    .where('chain', '=', lease.chain)
    .where('height', '<=', block.height - (rail?.ringSize ?? 200))
    .execute()
}
