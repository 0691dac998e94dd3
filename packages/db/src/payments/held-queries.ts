import type { AssetCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { isStuck, isUnsigned } from '../custody/waiting-conditions.ts'

/** Money that waits, in base units. */
export interface HeldRow {
  readonly payment: string
  readonly state: string
  readonly asset: AssetCode
  readonly units: string
  readonly reason: string
  readonly since: Date
  /** A payment that is paid waits for it. Told where anybody can make too little of it come, which is no alarm. */
  readonly isAwaited?: boolean
  /** The round that waits, as `release` names it; absent where none does. */
  readonly ref?: string
  readonly leg?: number
}

/** True of a payment with a round of its own asset that is not final; deposits that arrive meanwhile wait for it. */
const HAS_OPEN_ROUND = sql`EXISTS (SELECT FROM spend_intent round
    WHERE round.purpose = 'forward' AND round.ref = payment.id::text AND round.asset = payment.asset AND round.state <> 'final'
      AND EXISTS (SELECT FROM deposit taken WHERE taken.intent_id = round.id AND NOT taken.dead))`

/**
 * True of a payment that is paid and of which nothing is on its way, because no round of forwarding is worth its transaction. What others have sent
 * beside a round, next to nothing perhaps, is waited for by nobody.
 */
export const AWAITS_ROUND = sql<boolean>`(payment.state = 'confirmed' AND NOT ${HAS_OPEN_ROUND})`

const IS_AWAITED = sql`(deposit.asset = payment.asset AND ${AWAITS_ROUND})`

/** Whom the signer would pay; the row of the return may say something else. */
const NAMED = sql`coalesce(max(named.recipients -> 0 ->> 'address'), 'nobody')`

/** Money that no round of forwarding has taken, or that its balance does not prove, and why. Joined both ways, so that either side can lead to the other by its index. */
export const untaken = sql<HeldRow>`SELECT payment.id AS payment, payment.state, deposit.asset, sum(deposit.units)::text AS units,
    CASE
      WHEN deposit.asset <> payment.asset THEN 'wrong_asset'
      WHEN max(back.hold_reason) IS NOT NULL AND max(back.state) = 'claimed' THEN 'return_waits: ' || max(back.hold_reason) || ', to ' || ${NAMED}
      WHEN max(back.state) = 'claimed' THEN 'goes_back_from ' || to_char(max(back.usable_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' to ' || ${NAMED}
      WHEN max(back.state) = 'offered' THEN 'offered_back_until ' || to_char(max(back.offer_ends_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
      WHEN payment.state = 'failed' THEN 'payment_failed'
      WHEN payment.state <> 'expired' AND ${HAS_OPEN_ROUND} THEN 'waits_for_earlier_round'
      WHEN payment.state <> 'expired' THEN 'below_cost_of_forwarding'
      WHEN payment.returning_units > 0 THEN 'came_after_a_return'
      WHEN payment.received_units < payment.due_units - payment.tolerance_units THEN 'underpaid'
      WHEN payment.late_verdict = 'poor' THEN 'rate_fell'
      WHEN payment.late_verdict = 'too_late' THEN 'after_late_window'
      ELSE 'no_price'
    END AS reason, CASE WHEN ${IS_AWAITED} THEN payment.confirmed_at ELSE min(deposit.arrived_at) END AS since, ${IS_AWAITED} AS "isAwaited"
  FROM deposit JOIN payment ON payment.id = deposit.subject_id::uuid AND deposit.subject_id = payment.id::text
    LEFT JOIN refund back ON back.payment_id = payment.id AND back.state IN ('offered', 'claimed')
    LEFT JOIN payout_terms named ON named.id = back.payout_terms_id
  WHERE deposit.subject = 'payment' AND deposit.state = 'included' AND deposit.intent_id IS NULL AND deposit.asset IS NOT NULL
    AND (payment.state NOT IN ('pending', 'detected') OR deposit.asset <> payment.asset)
    AND NOT (payment.state IN ('confirmed', 'forwarding', 'forwarded') AND deposit.asset = payment.asset AND deposit.credit_revision IS NULL)
  GROUP BY payment.id, deposit.asset
  UNION ALL SELECT payment.id, payment.state, waiting.asset, sum(waiting.units)::text,
    CASE WHEN bool_or(waiting.reason = 'above_balance_gain') THEN 'above_balance_gain' ELSE 'balance_unread' END, min(waiting.arrived_at), false
  FROM unproven_transfer waiting JOIN payment ON payment.id = waiting.subject_id::uuid AND waiting.subject_id = payment.id::text
  WHERE waiting.subject = 'payment' AND waiting.outcome IS NULL
  GROUP BY payment.id, waiting.asset`

/** Flushes that the ledger refused because no payout was planned; a payout held for the same reason is listed itself. */
export const refused = sql<HeldRow>`SELECT payment.id AS payment, payment.state, flush.asset, (flush.merchant_units + flush.fee_units)::text AS units,
    'flush_refused_by_book' AS reason, coalesce(flush.tried_at, payment.updated_at) AS since
  FROM flush JOIN payment ON payment.id = flush.subject_id::uuid
  WHERE flush.problem = 'refused_by_book' AND NOT EXISTS (SELECT FROM spend_intent round
    WHERE round.ref = flush.subject_id AND round.asset = flush.asset AND round.state = 'held' AND round.hold_reason = 'flush_refused_by_book')`

/** Who a round's money belongs to: the payment that it is of, or the one that is sent back. */
const OF_ROUND = sql`(CASE round.purpose WHEN 'payment_refund' THEN (SELECT payment_id FROM refund WHERE refund.id = round.ref::uuid)
    ELSE round.ref::uuid END)`

/** Rounds that are not signed. */
export const unsigned = sql<HeldRow>`SELECT payment.id AS payment, payment.state, round.asset, round.amount::text AS units,
    coalesce(round.hold_reason, 'waits_for_the_signer') AS reason, coalesce(round.held_since, round.created_at) AS since,
    (payment.state = 'confirmed' OR round.hold_reason IS DISTINCT FROM 'below_cost_of_forwarding') AS "isAwaited", round.ref, round.leg
  FROM spend_intent round JOIN payment ON payment.id = ${OF_ROUND}
  WHERE ${isUnsigned('round')}`

/** Rounds whose transaction blocks leave out and that cannot be replaced. */
export const stuck = sql<HeldRow>`SELECT payment.id AS payment, payment.state, round.asset, round.amount::text AS units,
    attempt.stuck_reason AS reason, attempt.stuck_since AS since, round.ref, round.leg
  FROM spend_attempt attempt JOIN spend_intent round ON round.lead_id = attempt.intent_id JOIN payment ON payment.id = ${OF_ROUND}
  WHERE ${isStuck('attempt', 'round')}`
