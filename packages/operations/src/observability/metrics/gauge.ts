import { type RawBuilder, sql } from 'kysely'

/** A number with its labels. */
export interface GaugeRow {
  readonly value: string | number
  readonly [label: string]: string | number
}

/** A Prometheus gauge over rows of the whole gateway. */
export interface RowGauge {
  readonly name: string
  /** One sentence; units are in the name. */
  readonly help: string
  /** Names of columns beside `value`; enums and chains only, never an id or an address. */
  readonly labels: readonly string[]
  /** One statement over an index, or over a table that stays small. */
  query(now: Date): RawBuilder<GaugeRow>
}

/** Seconds from a moment until now; a day when it never happened. */
export const ageOf = (moment: string, now: Date): RawBuilder<number> =>
  sql<number>`coalesce(extract(epoch FROM ${now}::timestamptz - ${sql.raw(moment)}), 86400)::float8`

/** Seconds from the earliest of some moments until now; 0 when there is none. */
export const oldestOf = (moment: string, now: Date): RawBuilder<number> =>
  sql<number>`greatest(0, coalesce(extract(epoch FROM ${now}::timestamptz - min(${sql.raw(moment)})), 0))::float8`
