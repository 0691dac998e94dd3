import { assessOwners } from '../deposits/assess-owners.ts'
import type { Head } from '@gateway/chains/rail/block'
import { findMature } from '@gateway/db/chainwatch/deposit-queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { Context } from '../../kernel/context.ts'
import { promoteMinedAttempt } from '../../custody/fee-bumping/promote-mined-attempt.ts'
import { findWithUneconomicRounds } from '../../custody/costs/uneconomic-rounds.ts'
import { finalizePayouts } from '../outgoing/finalize-payouts.ts'
import { recordOutgoing } from '../outgoing/record-outgoing.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { earlier } from '../cursor/block-time.ts'
import { markDeadDeposits } from '../deposits/mark-dead-deposits.ts'
import { dropConflicting } from '../deposits/drop-conflicting.ts'
import { holdCursor, type Lease } from '../cursor/cursor.ts'
import type { MatchedBlock } from '../deposits/hit.ts'
import { advanceCursor } from '../cursor/advance-cursor.ts'
import { recordDeposits, type Touched } from '../deposits/record-deposits.ts'
import { recordUnproven } from '../unproven/record-unproven.ts'
import { recordWrongChain } from '../wrong-chain/record-wrong-chain.ts'

/** A block to write, with the node's head when it was read. */
export interface BlockInput {
  readonly lease: Lease
  readonly matched: MatchedBlock
  readonly head: Head
  readonly subjects: AddressOwners
}

/** The block does not continue the cursor: a reorg. */
export const FORKED = 'forked'
/** The block is written and the cursor is on it. */
export const RECORDED = 'recorded'

/**
 * Writes everything a block means in one transaction: observations, deposits, state changes, ledger, events, messages and the cursor.
 *
 * All of it is written, or the block is read again.
 *
 * @throws {LeaseLost} when another scanner has taken over; nothing is written then.
 */
export async function recordBlock(ctx: Context, input: BlockInput): Promise<typeof FORKED | typeof RECORDED> {
  const { lease, matched, head } = input
  const { block } = matched
  if (matched.hits.length > 0) await ctx.failpoint('blockMatched')
  return transaction(ctx, async (em) => {
    const cursor = await holdCursor(em, lease)
    if (block.parentHash !== cursor.hash || block.height <= cursor.height) return FORKED
    const view: ChainView = { height: block.height, finalizedHeight: head.finalizedHeight, at: ctx.clock.now() }
    await advanceCursor(em, ctx, { lease, block, head })
    await recordFacts(em, ctx, { ...input, view, after: cursor.height })
    return RECORDED
  })
}

/** The facts of a block at the chain's progress. */
export interface FactsInput {
  readonly lease: Pick<Lease, 'chain'>
  readonly matched: MatchedBlock
  readonly subjects: AddressOwners
  readonly view: ChainView
  /** The height up to which maturing deposits were assessed before. */
  readonly after: number
}

/**
 * Writes the facts of a block, on the first read or a rescan; every fact has its own key.
 *
 * @returns the objects with new or reappeared deposits.
 */
export async function recordFacts(em: Em, ctx: Context, input: FactsInput): Promise<Touched[]> {
  const { matched, view, subjects, after } = input
  const { chain } = input.lease
  const { block } = matched
  const conflicting = await dropConflicting(em, { chain, block, at: view.at })
  const at = earlier(block.at, view.at)
  const touched = await recordDeposits(em, { chain, at, block, inputs: block.inputs }, matched.hits)
  await recordUnproven(em, ctx, { chain, matched, at })
  const dead = await markDeadDeposits(em, ctx, { chain, block, view, subjects })
  const flushed = await recordOutgoing(em, ctx, { chain, matched })
  await recordWrongChain(em, { chain, matched, at })
  await promoteMinedAttempt(em, ctx, { chain, txIds: matched.ownTxIds, subjects })
  const mature = await findMature(em, { chain, height: view.height, after })
  // With every block, since a waiting deposit may make a round worth its cost.
  const behind = ctx.rails.get(chain)?.moves === 'chosen_deposits' ? await findWithUneconomicRounds(em, { chain }) : []
  if (touched.length > 0) await ctx.failpoint('depositsWritten')
  await assessOwners(em, ctx, {
    ...input,
    view: { ...view, at },
    touched: [...conflicting, ...touched, ...dead, ...flushed, ...mature, ...behind],
  })
  if (touched.length > 0) await ctx.failpoint('depositEventsWritten')
  await finalizePayouts(em, ctx, { chain, view, subjects })
  await subjects.refunds.blockRecorded(em, ctx, { chain, block, facts: matched.refunds, view, at })
  return touched
}
