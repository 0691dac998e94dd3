import { sql } from 'kysely'
import { ageOf, type RowGauge, type GaugeRow } from './gauge.ts'

/** The age of prices and the failures of rate sources. Empty where prices are fixed. */
export const rateMetrics: readonly RowGauge[] = [
  {
    name: 'rate_board_age_seconds',
    help: 'Time since sources last agreed on any price.',
    labels: [],
    query: (now) => sql<GaugeRow>`SELECT ${ageOf('at', now)} AS value FROM rate_snapshot ORDER BY id DESC LIMIT 1`,
  },
  {
    name: 'rates_held',
    help: 'Rejected price jumps, by what they wait for.',
    labels: ['needs'],
    query: () =>
      sql<GaugeRow>`SELECT needs, count(held.hold)::int AS value FROM (VALUES ('agreement'), ('operator')) waiting (needs)
        LEFT JOIN LATERAL (SELECT each.value AS hold FROM (SELECT holds FROM rate_snapshot ORDER BY id DESC LIMIT 1) newest, jsonb_each(newest.holds) each
          WHERE each.value ->> 'needs' = waiting.needs) held ON true GROUP BY needs`,
  },
  {
    name: 'rate_source_failures',
    help: 'Consecutive failures of each source; from three on its circuit is open.',
    labels: ['source'],
    query: (now) =>
      sql<GaugeRow>`SELECT name AS source, failures AS value FROM rate_source WHERE asked_at > ${now}::timestamptz - interval '2 hours'`,
  },
]
