import type { BroadcastOutcome } from '@gateway/chains/rail'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** What a node has said about a stored transaction, at which height of its chain, and when. */
interface Answer {
  readonly chain: ChainCode
  readonly outcome: BroadcastOutcome
  readonly height: number
  readonly now: Date
}

const GAS_PAYER_SHORT = 'gas_payer_short' satisfies PlainHoldReason

/** True where a node refuses a transaction because the account that pays its gas holds too little. */
export const isShortOfGas = (outcome: BroadcastOutcome): boolean => obstacleOf(outcome) === 'gas_money'

/**
 * Columns of a stored transaction after a node's answer: when it was sent last and first, and whether its gas cannot be paid.
 *
 * Blocks that leave it out say that it pays too little only while nodes have it, may have it, or ask for more. Each replacement of one that something
 * else keeps out would only cost more, and what a gas payer cannot pay would become what it can pay even less. That it cannot is known until a node
 * takes it in; what else is noted there is not touched.
 */
export function broadcastStatusOf({ chain, outcome, height, now }: Answer) {
  const isAnswered = outcome.outcome !== 'unknown' || outcome.obstacle !== undefined
  return { sentHeight: isAnswered ? height : null, firstSentHeight: firstSent({ chain, outcome, height }), ...shortness(outcome, now) }
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
