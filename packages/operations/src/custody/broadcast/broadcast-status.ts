import type { BroadcastOutcome } from '@gateway/chains/rail/chain-node'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** A node's response about a stored transaction, with height and time. */
interface Answer {
  readonly chain: ChainCode
  readonly outcome: BroadcastOutcome
  readonly height: number
  readonly now: Date
}

const GAS_PAYER_SHORT = 'gas_payer_short' satisfies PlainHoldReason

/** True when a node refuses a transaction because the gas payer's balance is too low. */
export const isShortOfGas = (outcome: BroadcastOutcome): boolean => obstacleOf(outcome) === 'gas_money'

/**
 * The attempt's columns after a node's response: last and first broadcast height, where it was refused, and whether its gas can be paid.
 *
 * Only an accepted, possibly accepted or underpriced transaction counts as unmined: for other obstacles, and above all for a gas payer short of
 * funds, each fee bump would only raise the cost. The shortage is noted until a node accepts the transaction; other reasons stay as they are.
 */
export function broadcastStatusOf({ chain, outcome, height, now }: Answer) {
  const isAnswered = outcome.outcome !== 'unknown' || outcome.obstacle !== undefined
  const sent = { sentHeight: isAnswered ? height : null, firstSentHeight: firstSent({ chain, outcome, height }) }
  return { ...sent, ...refusal(outcome, height), ...shortness(outcome, now) }
}

/** A refusal stays until a node takes the transaction: that its time has passed, or that nobody answers, says nothing about it. */
function refusal(outcome: BroadcastOutcome, height: number) {
  if (!('reason' in outcome)) return { refusedHeight: null }
  const isRefused = outcome.outcome === 'refused' && outcome.obstacle === 'not_the_fee'
  return isRefused ? { refusedHeight: sql<number>`coalesce(refused_height, ${height}::int)` } : {}
}

const firstSent = ({ chain, outcome, height }: Omit<Answer, 'now'>) =>
  obstacleOf(outcome) === undefined
    ? sql<number>`coalesce(first_sent_height, (SELECT greatest(head_height, ${height}::int) FROM chain_cursor WHERE chain = ${chain}), ${height}::int)`
    : null

function shortness(outcome: BroadcastOutcome, now: Date) {
  if (isShortOfGas(outcome)) return { stuckReason: GAS_PAYER_SHORT, stuckSince: sql<Date>`coalesce(stuck_since, ${now}::timestamptz)` }
  if ('reason' in outcome) return {}
  return {
    stuckReason: sql<string | null>`nullif(stuck_reason, ${GAS_PAYER_SHORT})`,
    stuckSince: sql<Date | null>`CASE WHEN stuck_reason <> ${GAS_PAYER_SHORT} THEN stuck_since END`,
  }
}

const obstacleOf = (outcome: BroadcastOutcome) => ('obstacle' in outcome ? outcome.obstacle : undefined)
