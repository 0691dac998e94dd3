import { sql } from 'kysely'
import { type Invariant, type ViolationRow, within } from './invariant.ts'

/** What final transfers give of a refund that its merchant pays. */
const PAID = sql`least(refund.units, (SELECT coalesce(sum(paid.units), 0) FROM refund_transfer paid
  WHERE paid.refund_id = refund.id AND paid.state = 'final'))`

/** Held money that refunds of a payment have sent, by the ledger. */
const SENT = sql`(SELECT coalesce(sum(intent.amount), 0) FROM refund back
  JOIN spend_intent intent ON intent.purpose = 'payment_refund' AND intent.ref = back.id::text
  WHERE back.payment_id = looked.id AND back.state <> 'withdrawn' AND EXISTS (SELECT FROM transfer
    WHERE transfer.kind = 'settle' AND transfer.ref = intent.id::text AND transfer.revision <= intent.posting))`

/** A reorganisation may take what was received after it was refunded. */
const HAS_LOST = sql`EXISTS (SELECT FROM deposit WHERE deposit.subject = 'payment' AND deposit.subject_id = looked.id::text AND deposit.reorged)`

const refundsAddUp: Invariant = {
  id: 'I13',
  sentence: 'what a payment has refunded is what its refunds have paid by final transfers, and no more than it has received',
  // Whatever a refund pays is announced in the transaction that counts it.
  find: (since) => sql<ViolationRow>`WITH looked AS (SELECT id, refunded_units, received_units FROM payment
      WHERE id IN (SELECT payment_id FROM assisted_refund WHERE ${within(
        since,
        ({ event }) => sql`payment_id IN (SELECT fresh.object_id FROM event fresh WHERE fresh.position > ${event}::bigint)`,
      )})),
    counted AS (SELECT looked.id, looked.refunded_units, looked.received_units, ${HAS_LOST} AS has_lost, ${SENT} + sum(${PAID}) AS refunded,
        count(*) FILTER (WHERE refund.paid_units <> ${PAID}) AS wrong
      FROM looked JOIN assisted_refund refund ON refund.payment_id = looked.id
      GROUP BY looked.id, looked.refunded_units, looked.received_units)
    SELECT 'payment:' || id AS scope, concat_ws(' ', 'payment', id, refunded_units - refunded) AS hit, refunded_units::text AS stored,
      refunded::text AS refunded, received_units::text AS received, wrong
    FROM counted WHERE refunded_units <> refunded OR wrong > 0 OR (refunded > received_units AND NOT has_lost)`,
}

/** What payments have refunded is what blocks show. */
export const refundInvariants: readonly Invariant[] = [refundsAddUp]
