import { type Evidence, lineOf, rowsOf } from './judgement.ts'

/** A series in the database. */
interface Row {
  readonly id: string
  readonly state: string
  /** Of its children, in order. */
  readonly periods: readonly number[]
  /** The different escrows among its children that name it. */
  readonly escrows: number
  readonly charged: number
}

const ROWS = `SELECT id, state, (SELECT coalesce(array_agg(period ORDER BY period), '{}') FROM series_period WHERE series_id = series.id) AS periods,
  (SELECT count(DISTINCT escrow.id)::int FROM series_period JOIN escrow ON escrow.id = escrow_id
    WHERE series_id = series.id AND metadata ->> 'series_id' = series.id::text AND (metadata ->> 'period')::int = period) AS escrows,
  (SELECT count(*)::int FROM event WHERE object_id = series.id AND type = 'series.charged') AS charged
  FROM series WHERE id = ANY ($1)`

/** Series that have not exactly one child for each of their periods, or have not ended. */
export async function brokenSeries(evidence: Pick<Evidence, 'judged' | 'sql'>): Promise<string[]> {
  const { series } = evidence.judged
  const rows = await rowsOf<Row>(evidence, ROWS, [series.map(({ id }) => id)])
  return series.flatMap((one) => {
    const row = rows.find(({ id }) => id === one.id)
    const isWhole = row?.periods.join() === Array.from({ length: one.periods }, (_, at) => at + 1).join()
    const isCounted = row?.escrows === one.periods && row.charged === one.periods
    return row?.state === 'completed' && isWhole && isCounted ? [] : [lineOf({ problem: 'not one child a period', ...one, row })]
  })
}
