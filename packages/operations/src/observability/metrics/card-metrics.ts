import { sql } from 'kysely'
import { type GaugeRow, oldestOf, type RowGauge } from './gauge.ts'

/** What waits for an operator or for the card processor. */
export const cardMetrics: readonly RowGauge[] = [
  {
    name: 'card_payments_held',
    help: 'Card payments that wait for an operator, because the processor says something else than their rows.',
    labels: [],
    query: () => sql<GaugeRow>`SELECT count(*)::int AS value FROM card_payment WHERE hold_reason IS NOT NULL`,
  },
  {
    name: 'card_call_oldest_age_seconds',
    help: 'Age of the oldest call of the card processor whose outcome is not known.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT ${oldestOf('first_called_at', now)} AS value FROM processor_attempt WHERE try_at IS NOT NULL`,
  },
  {
    name: 'card_balance_unread_seconds',
    help: 'How long ago the newest day ended whose lines of the balance at the card processor were compared with the ledger.',
    labels: [],
    query: (
      now,
    ) => sql<GaugeRow>`SELECT extract(epoch FROM ${now}::timestamptz - max(starts_at) - interval '1 day')::float8 AS value FROM processor_balance_day
      HAVING max(starts_at) IS NOT NULL`,
  },
]
