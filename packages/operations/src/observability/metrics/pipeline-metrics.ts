import { sql } from 'kysely'
import { ageOf, type RowGauge, type GaugeRow, oldestOf } from './gauge.ts'

const waitingAt = (condition: string) =>
  sql.raw(`FROM delivery JOIN webhook_endpoint endpoint ON endpoint.id = delivery.endpoint_id AND endpoint.disabled_at IS NULL AND ${condition}
    WHERE delivery.state = 'pending'`)
const sendable = waitingAt("endpoint.circuit = 'closed'")
const backlog = waitingAt("endpoint.circuit <> 'closed'")

const dueEmails = sql.raw('FROM email WHERE sent_at IS NULL AND given_up_at IS NULL')

const GRACE = "interval '5 minutes'"

/** Whether each part of the gateway does its work, as its rows show. */
export const pipelineMetrics: readonly RowGauge[] = [
  {
    name: 'outbox_rows',
    help: 'Messages that have not reached Temporal.',
    labels: [],
    query: () => sql<GaugeRow>`SELECT count(*)::int AS value FROM outbox`,
  },
  {
    name: 'outbox_oldest_age_seconds',
    help: 'Age of the oldest message that has not reached Temporal.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT ${oldestOf('created_at', now)} AS value FROM outbox`,
  },
  {
    name: 'scanner_lag_blocks',
    help: 'Head minus cursor.',
    labels: ['chain'],
    query: () => sql<GaugeRow>`SELECT chain, greatest(0, head_height - height) AS value FROM chain_cursor`,
  },
  {
    name: 'scanner_lag_seconds',
    help: 'Time since a chain was last read up to its head.',
    labels: ['chain'],
    query: (now) => sql<GaugeRow>`SELECT chain, ${ageOf('caught_up_at', now)} AS value FROM chain_cursor`,
  },
  {
    name: 'scanner_problem',
    help: '1 while the last pass over a chain has failed.',
    labels: ['chain'],
    query: () => sql<GaugeRow>`SELECT chain, (problem IS NOT NULL)::int AS value FROM chain_cursor`,
  },
  {
    name: 'node_refused',
    help: '1 while the node of a chain is not listened to, because it serves something else.',
    labels: ['chain'],
    query: () => sql<GaugeRow>`SELECT chain, 1 AS value FROM refused_node`,
  },
  {
    name: 'finality_stalled_seconds',
    help: 'Time since a chain with a finalized block last moved it.',
    labels: ['chain'],
    query: (now) =>
      sql<GaugeRow>`SELECT chain, ${ageOf('finalized_since', now)} AS value FROM chain_cursor WHERE finalized_since IS NOT NULL`,
  },
  {
    name: 'payments_overdue_nonterminal',
    help: 'Payments whose window ended more than five minutes ago and that are still open.',
    labels: [],
    query: (now) =>
      sql<GaugeRow>`SELECT count(*)::int AS value FROM payment WHERE state = 'pending' AND expires_at <= ${now}::timestamptz - ${sql.raw(GRACE)}`,
  },
  {
    name: 'series_overdue',
    help: 'Series whose next escrow should have been tried more than five minutes ago.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT count(*)::int AS value FROM series WHERE try_at <= ${now}::timestamptz - ${sql.raw(GRACE)}`,
  },
  {
    name: 'payments_reorged',
    help: 'Confirmed payments whose money a reorganisation took: awaited again, or proven lost.',
    labels: ['money'],
    query: () => sql<GaugeRow>`WITH taken AS (
        SELECT DISTINCT payment.id, deposit.dead FROM deposit
        JOIN payment ON payment.id = CASE deposit.subject WHEN 'payment' THEN deposit.subject_id::uuid END
        WHERE deposit.reorged AND (deposit.state <> 'included' OR deposit.credit_revision IS NULL) AND deposit.asset IS NOT NULL
          AND payment.state IN ('confirmed', 'forwarding', 'forwarded'))
      SELECT money, count(taken.id)::int AS value FROM (VALUES ('awaited', false), ('lost', true)) AS known (money, dead) LEFT JOIN taken USING (dead)
      GROUP BY money ORDER BY money`,
  },
  {
    name: 'refunds_reorged',
    help: 'Refunds that were complete until a reorganisation took a transfer of theirs.',
    labels: [],
    query: () =>
      sql<GaugeRow>`SELECT count(*)::int AS value FROM assisted_refund WHERE refunded_at IS NOT NULL AND state IN ('named', 'paying')`,
  },
  {
    name: 'webhook_due',
    help: 'Webhooks that are due. Deliveries to a receiver that is down or switched off do not count.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT count(*)::int AS value ${sendable} AND next_attempt_at <= ${now}`,
  },
  {
    name: 'webhook_oldest_due_age_seconds',
    help: 'How long the oldest webhook has been due.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT ${oldestOf('next_attempt_at', now)} AS value ${sendable}`,
  },
  {
    name: 'webhook_backlog_rows',
    help: 'Webhooks that wait for a receiver that is down.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT count(*)::int AS value ${backlog} AND next_attempt_at <= ${now}`,
  },
  {
    name: 'webhook_backlog_age_seconds',
    help: 'Age of the oldest webhook that waits for a receiver that is down.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT ${oldestOf('delivery.created_at', now)} AS value ${backlog}`,
  },
  {
    name: 'emails_waiting',
    help: 'E-mails that are due and have not been sent; they wait for ever without SMTP_URL.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT count(*)::int AS value ${dueEmails} AND due_at <= ${now}`,
  },
  {
    name: 'emails_oldest_age_seconds',
    help: 'How long the oldest e-mail has been due that has not been sent.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT ${oldestOf('due_at', now)} AS value ${dueEmails} AND due_at <= ${now}`,
  },
  {
    name: 'webhook_circuit_open',
    help: 'Endpoints that are down: they get one webhook now and then.',
    labels: [],
    query: () => sql<GaugeRow>`SELECT count(*)::int AS value FROM webhook_endpoint WHERE circuit = 'open' AND disabled_at IS NULL`,
  },
  {
    name: 'webhook_endpoints_disabled',
    help: 'Endpoints that are switched off because they answered 410, or accepted nothing for five days.',
    labels: ['reason'],
    query: () => sql<GaugeRow>`SELECT reason, count(endpoint.id)::int AS value FROM (VALUES ('gone'), ('failing')) AS known (reason)
      LEFT JOIN webhook_endpoint endpoint ON endpoint.disabled_reason = known.reason AND endpoint.disabled_at IS NOT NULL GROUP BY reason`,
  },
  {
    name: 'role_heartbeat_age_seconds',
    help: 'Time since the last heartbeat of a role; a day of a signer that never was there.',
    labels: ['role'],
    query: (now) => sql<GaugeRow>`SELECT role, ${ageOf('at', now)} AS value
      FROM (VALUES ('signer')) AS needed (role) FULL JOIN role_heartbeat USING (role)`,
  },
  {
    name: 'invariant_run_age_seconds',
    help: 'Time since the last check of the invariants: new rows, everything, the balances of a chain.',
    labels: ['form'],
    query: (now) => sql<GaugeRow>`SELECT form, ${ageOf('finished_at', now)} AS value FROM invariant_run`,
  },
  {
    name: 'invariant_hits',
    help: 'Rows that violate an invariant.',
    labels: ['invariant'],
    query: () => sql<GaugeRow>`SELECT invariant, count(*)::int AS value FROM invariant_hit GROUP BY invariant`,
  },
]
