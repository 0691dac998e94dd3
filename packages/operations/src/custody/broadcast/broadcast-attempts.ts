import type { BroadcastOutcome, ChainNode } from '@gateway/chains/rail/chain-node'
import { findUnsent } from '@gateway/db/custody/attempt-queries'
import { feePayerOf } from '@gateway/domain/money/chain-facts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import type { Context } from '../../kernel/context.ts'
import { readDue, type Sweep } from '../../kernel/sweeps/sweep-each.ts'
import { sweepTogether } from '../../kernel/sweeps/sweep-together.ts'
import { type Answered, type AtHeight, keyOf, recordAnswers, type Unsent } from './record-answers.ts'

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
  const triedBefore = new Date(ctx.clock.now().getTime() - UNANSWERED_RETRY_MS)
  const read = () => findUnsent(em, { chain, height, triedBefore, isNew })
  const unsent: Sweep<Unsent> = { name: 'unsent_attempts', read, keyOf, aboutOf }
  const rows = await readDue(ctx, unsent)
  // Numbered transactions wait for the ones before them anyway.
  const atOnce = node.rail.ordering === 'none' ? AT_ONCE : 1
  for (let start = 0; start < rows.length; start += atOnce) {
    const next = rows.slice(start, start + atOnce)
    await sweepTogether(ctx, { ...unsent, rows: next }, (some) => sendEach(ctx, some, { node, height, subjects }))
  }
}

interface Sending extends AtHeight {
  readonly node: ChainNode
}

/** Sends transactions at once and records what was answered, in one transaction of the database. @throws when one of them was not sent, after that. */
async function sendEach(ctx: Context, attempts: readonly Unsent[], sending: Sending): Promise<readonly never[]> {
  const answers = await Promise.allSettled(attempts.map((attempt) => sendOne(ctx, sending.node, attempt)))
  const answered = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  await recordAnswers(ctx, answered, sending)
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
  return []
}

async function sendOne(ctx: Context, node: ChainNode, attempt: Unsent): Promise<Answered> {
  await ctx.failpoint('beforeBroadcast')
  if (attempt.supersedes !== null) await ctx.failpoint('beforeReplacementBroadcast')
  const outcome = withoutGas(await node.broadcast(attempt.raw), feePayerOf(node.rail, attempt.asset))
  await ctx.failpoint('broadcastAnswered')
  return { attempt, outcome }
}

const aboutOf = ({ chain, intentId, handle: txId }: Unsent) => ({ chain, intentId, txId })

/** Where a deposit pays for itself, missing coins are its own and no matter of the gas payer. */
const withoutGas = (outcome: BroadcastOutcome, payer: ReturnType<typeof feePayerOf>): BroadcastOutcome =>
  payer === 'from_deposit' && 'obstacle' in outcome && outcome.obstacle === 'gas_money' ? { ...outcome, obstacle: 'not_the_fee' } : outcome

const UNANSWERED_RETRY_MS = 2_000
/** So that many open payouts do not hold up the blocks of a fast chain whose node answers late. */
const AT_ONCE = 16
