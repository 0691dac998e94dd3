import { advanceAttempt, type AttemptAdvance } from '../payouts/advance-attempts.ts'
import { postBroadcast } from '../payouts/post-broadcast.ts'
import type { BroadcastOutcome, ChainNode } from '@gateway/chains/rail/chain-node'
import { findUnsent } from '@gateway/db/custody/attempt-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { feePayerOf } from '@gateway/domain/money/chain-facts'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { readGasNeeded } from '../treasury/gas-needed.ts'
import { isShortOfGas, broadcastStatusOf } from './broadcast-status.ts'

type Unsent = Awaited<ReturnType<typeof findUnsent>>[number]

/**
 * Broadcasts every live attempt that no block holds, once when it is stored and again at each height until it is mined.
 *
 * Only stored bytes of live attempts are sent; a superseded attempt may still be mined. A response other than clear acceptance changes nothing: a
 * rejection is retried at the next height, no response soon after, since a block may be ten minutes away. A rejection that no fee bump would mend
 * does not count as sent. With `isNew`, only what was never sent.
 */
export async function broadcastAttempts(
  ctx: Context,
  sending: { node: ChainNode; subjects: AddressOwners; height: number; isNew?: boolean },
): Promise<void> {
  const { node, subjects, height, isNew = false } = sending
  const { chain } = node.rail
  const em = ctx.orm.em.fork()
  // Numbered transactions wait for the ones before them anyway.
  const atOnce = node.rail.ordering === 'none' ? AT_ONCE : 1
  const triedBefore = new Date(ctx.clock.now().getTime() - UNANSWERED_RETRY_MS)
  const unsent = {
    name: 'unsent_attempts',
    read: () => findUnsent(em, { chain, height, triedBefore, isNew }),
    keyOf,
    aboutOf,
    atOnce,
  } as const
  await sweepEach<Unsent>(ctx, unsent, async (attempt) => {
    await ctx.failpoint('beforeBroadcast')
    if (attempt.supersedes !== null) await ctx.failpoint('beforeReplacementBroadcast')
    const outcome = withoutGas(await node.broadcast(attempt.raw), feePayerOf(node.rail, attempt.asset))
    await ctx.failpoint('broadcastAnswered')
    await recordOutcome(ctx, { attempt, outcome, height, subjects })
  })
}

const keyOf = ({ intentId, n }: Unsent): string => `${intentId} ${n}`
const aboutOf = ({ chain, intentId, handle: txId }: Unsent) => ({ chain, intentId, txId })

/** Where a deposit pays for itself, missing coins are its own and no matter of the gas payer. */
const withoutGas = (outcome: BroadcastOutcome, payer: ReturnType<typeof feePayerOf>): BroadcastOutcome =>
  payer === 'from_deposit' && 'obstacle' in outcome && outcome.obstacle === 'gas_money' ? { ...outcome, obstacle: 'not_the_fee' } : outcome

const UNANSWERED_RETRY_MS = 2_000
/** So that many open payouts do not hold up the blocks of a fast chain whose node answers late. */
const AT_ONCE = 4

interface Sent {
  readonly attempt: Unsent
  readonly outcome: BroadcastOutcome
  readonly height: number
  readonly subjects: AddressOwners
}

async function recordOutcome(ctx: Context, { attempt, outcome, height, subjects }: Sent): Promise<void> {
  const problem = problemOf(outcome)
  if (problem !== null) ctx.log.warn({ chain: attempt.chain, txId: attempt.handle, ...outcome }, 'payout broadcast not accepted, retrying')
  const patch = { ...broadcastStatusOf({ chain: attempt.chain, outcome, height, now: ctx.clock.now() }), lastProblem: problem }
  await transaction(ctx, async (em) => {
    // The scanner may have seen it mined and the signer may have replaced it; a final attempt stays final.
    if (problem !== null) return noteProblem(em, ctx, { attempt, patch })
    const isLive = await advanceAttempt(em, ctx, { attempt, input: 'broadcast', patch })
    if (isLive && attempt.state === 'signed') await postBroadcast(em, ctx, { attempt, subjects })
  })
  if (isShortOfGas(outcome) && attempt.stuckReason !== 'gas_payer_short') await tellShort(ctx, attempt)
}

/** Notes the answer on an attempt that is still live. */
async function noteProblem(em: Em, ctx: Context, { attempt, patch }: Pick<AttemptAdvance, 'patch'> & Pick<Sent, 'attempt'>): Promise<void> {
  await tables(em)
    .updateTable('spend_attempt')
    .set({ ...patch, updatedAt: ctx.clock.now() })
    .where('intentId', '=', attempt.intentId)
    .where('n', '=', attempt.n)
    .where('state', 'in', ['signed', 'broadcast'])
    .execute()
}

/** Alarms once per transaction; the metric shows how long it lasts. */
async function tellShort(ctx: Context, { chain, handle, intentId, inputs }: Unsent): Promise<void> {
  const needed = await readGasNeeded(ctx.orm.em.fork(), ctx.rails, chain)
  const units = needed.find(({ payer }) => inputs[0]?.resource === payer)?.units
  ctx.log.error(
    { alarm: 'gas_payer_short', chain, txId: handle, intentId, units: String(units) },
    'payout broadcast rejected: the gas payer holds fewer than `units` of the native coin for its signed transactions',
  )
}

const problemOf = (outcome: BroadcastOutcome): string | null => ('reason' in outcome ? outcome.reason : null)
