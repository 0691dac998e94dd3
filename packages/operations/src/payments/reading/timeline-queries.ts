import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { untaken } from '@gateway/db/payments/held-queries'
import { type RawBuilder, sql } from 'kysely'

/** A line of a payment's timeline. */
export type TimelineRow = Readonly<Record<string, unknown>>

type Chapter = (payment: Pick<PaymentEntity, 'id' | 'asset' | 'chain' | 'merchantId'>) => RawBuilder<TimelineRow>

/** Payouts of a payment: forwards and refunds. */
const paidFor = (id: string, ref: string) =>
  sql`(${sql.ref(ref)} = ${id} OR ${sql.ref(ref)} IN (SELECT back.id::text FROM refund back WHERE back.payment_id = ${id}::uuid))`

const own = (id: string) => sql`deposit.subject = 'payment' AND deposit.subject_id = ${id}`

/** What a transfer or the one it reverses was posted for. */
const POSTED = sql`coalesce(original.ref, transfer.ref)`

/** Chain facts, and the rules that assess them. */
const seen: Readonly<Record<string, Chapter>> = {
  payout_terms: ({ id }) => sql`SELECT created_at AS at, recipients::text AS recipients, fee_bps, source::text AS source
    FROM payout_terms WHERE subject = 'payment' AND subject_id = ${id}::uuid`,
  rules: ({ id }) =>
    sql`SELECT payment_rules.id, payment_rules.content FROM payment JOIN payment_rules ON payment_rules.id = payment.rules_id WHERE payment.id = ${id}::uuid`,
  deposits: ({
    id,
  }) => sql`SELECT id, asset, units::text, state, height, arrived_at AS arrived, credit_revision AS credited, held_in AS held, intent_id AS round
    FROM deposit WHERE ${own(id)} ORDER BY arrived_at, id`,
  held: ({ id }) => sql`SELECT asset, units, reason, since FROM (${untaken}) AS waiting WHERE waiting.payment = ${id}::uuid ORDER BY since`,
  observations: ({
    id,
  }) => sql`SELECT observation.at, observation.kind, observation.deposit_id AS deposit, observation.height, observation.block_hash AS block
    FROM observation JOIN deposit ON deposit.id = observation.deposit_id WHERE ${own(id)} ORDER BY observation.id`,
  flushes: ({
    id,
  }) => sql`SELECT flush.tx_id AS transaction, flush.asset, flush.merchant_units::text AS merchant, flush.fee_units::text AS fee, flush.height, flush.problem,
      NOT EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.handle = flush.tx_id) AS third_party, flush.intent_id AS round
    FROM flush WHERE flush.subject_id = ${id} ORDER BY flush.height, flush.tx_place, flush.log_place`,
}

/** Decisions, signatures and ledger entries. */
const moved: Readonly<Record<string, Chapter>> = {
  returns: ({
    id,
  }) => sql`SELECT id, state, offered_by AS by, offered_at AS offered, offer_ends_at AS link_until, address, claimed_at AS claimed, usable_at AS usable,
      hold_reason AS waits, ended_at AS ended, end_reason AS reason FROM refund WHERE payment_id = ${id}::uuid ORDER BY offered_at`,
  rounds: ({
    id,
  }) => sql`SELECT purpose, leg AS round, id, asset, amount::text AS units, merchant_units::text AS merchant, fee_units::text AS fee,
      network_fee_units::text AS network, state, CASE state WHEN 'held' THEN hold_reason END AS held, CASE state WHEN 'held' THEN held_since END AS since,
      created_at AS planned, updated_at AS looked_at
    FROM spend_intent WHERE ${paidFor(id, 'spend_intent.ref')} ORDER BY purpose, leg`,
  pin: ({
    id,
  }) => sql`SELECT pin.pinned_at AS pinned, pin.refused, payout_terms.id AS terms FROM payout_terms LEFT JOIN payout_terms_pin pin ON pin.payout_terms_id = payout_terms.id
    WHERE payout_terms.subject = 'payment' AND payout_terms.subject_id = ${id}::uuid`,
  policy: ({
    id,
  }) => sql`SELECT intent.leg AS round, decision.seq, decision.at, decision.outcome, decision.rule, decision.facts::text AS facts
    FROM policy_decision decision JOIN spend_intent intent ON intent.id = decision.intent_id
    WHERE ${paidFor(id, 'intent.ref')} ORDER BY decision.seq`,
  attempts: ({
    id,
  }) => sql`SELECT intent.leg AS round, attempt.n, attempt.handle AS transaction, attempt.state, attempt.created_at AS signed,
      octet_length(attempt.raw) AS bytes, attempt.sent_height AS sent_at, attempt.height, attempt.block_hash AS block, attempt.succeeded,
      attempt.fee::text AS fee, attempt.supersedes,
      attempt.last_problem AS problem, attempt.stuck_reason AS stuck, attempt.proof::text AS proof
    FROM spend_attempt attempt JOIN spend_intent intent ON intent.lead_id = attempt.intent_id
    WHERE ${paidFor(id, 'intent.ref')} ORDER BY intent.purpose, intent.leg, attempt.n`,
  ledger: ({ id }) => sql`SELECT transfer.at, transfer.kind, original.kind AS of,
      account.asset, account.code AS account, entry.amount::text AS units
    FROM transfer LEFT JOIN transfer original ON original.id = transfer.reverses
      JOIN entry ON entry.transfer_id = transfer.id JOIN account ON account.id = entry.account_id
    WHERE ${POSTED} IN (SELECT spend_intent.id::text FROM spend_intent WHERE ${paidFor(id, 'spend_intent.ref')})
      OR ${POSTED} IN (SELECT deposit.id FROM deposit WHERE ${own(id)})
    ORDER BY transfer.at, entry.id`,
}

/** Events, audit entries and pauses. */
const told: Readonly<Record<string, Chapter>> = {
  events: ({ id }) => sql`SELECT event.sequence, event.type, event.created_at AS at, delivery.state AS delivery, delivery.attempts,
      CASE delivery.state WHEN 'pending' THEN delivery.next_attempt_at END AS next, delivery.last_status_code AS answer, delivery.last_problem AS problem
    FROM event LEFT JOIN delivery ON delivery.event_id = event.id WHERE event.object_id = ${id}::uuid ORDER BY event.sequence`,
  decisions: ({ id }) => sql`SELECT at, actor, action, details::text AS details FROM audit_entry WHERE subject_id = ${id} ORDER BY at`,
  pauses: ({ id, asset, chain, merchantId }) => sql`SELECT scope, paused_at AS since, paused_by AS by, reason FROM pause
    WHERE paused_at IS NOT NULL AND scope IN ('global', ${`chain:${chain}`}, ${`asset:${asset}`}, ${`merchant:${merchantId}`}, ${`payment:${id}`}) ORDER BY paused_at`,
  untrue: ({ id }) => sql`SELECT invariant, hit, found_at AS found FROM invariant_hit
    WHERE strpos(hit, ${id}) > 0 OR EXISTS (SELECT FROM deposit WHERE ${own(id)} AND strpos(hit, deposit.id) > 0)
      OR EXISTS (SELECT FROM spend_intent WHERE ref = ${id} AND strpos(hit, spend_intent.id::text) > 0) ORDER BY found_at`,
}

/** The sections of a payment's timeline, in order. */
export const timelineQueries: Readonly<Record<string, Chapter>> = { ...seen, ...moved, ...told }
