import { sql } from 'kysely'
import { type GaugeRow, oldestOf, type RowGauge } from './gauge.ts'

const HOT_SATS = sql.raw('floor((local_msat + unsettled_local_msat + pending_local_msat) / 1000)')
/** Sends without an end: few, and in an index of their own. */
const OPEN = sql.raw("payment.direction = 'outgoing' AND payment.look_at IS NOT NULL")

/** What the Lightning node holds, and the sends that wait. There are rows only where Lightning is served. */
export const lightningMetrics: readonly RowGauge[] = [
  {
    name: 'lightning_node_unread_seconds',
    help: 'Time since the Lightning node last said what its channels hold.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT extract(epoch FROM ${now}::timestamptz - as_of)::float8 AS value FROM lightning_funds`,
  },
  {
    name: 'lightning_above_cap_sats',
    help: 'What the Lightning node holds beyond its cap; 0 while it holds less.',
    labels: [],
    query: () => sql<GaugeRow>`SELECT greatest(0, ${HOT_SATS} - cap_sats)::float8 AS value FROM lightning_funds WHERE cap_sats IS NOT NULL`,
  },
  {
    name: 'lightning_sends_held',
    help: 'Sends that are booked and kept from leaving: by a pause, or by a limit.',
    labels: ['reason'],
    query: () => sql<GaugeRow>`SELECT reason, count(held.payment_id)::int AS value
      FROM (VALUES ('limit', 'lightning_%'), ('paused', 'paused:%')) AS known (reason, problems)
      LEFT JOIN (SELECT attempt.payment_id, attempt.last_problem FROM lightning_payment payment
        JOIN lightning_attempt attempt ON attempt.payment_id = payment.id WHERE ${OPEN}) held ON held.last_problem LIKE known.problems
      GROUP BY reason ORDER BY reason`,
  },
  {
    name: 'lightning_send_oldest_age_seconds',
    help: 'Age of the oldest Lightning send without an end.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT ${oldestOf('payment.created_at', now)} AS value FROM lightning_payment payment WHERE ${OPEN}`,
  },
]
