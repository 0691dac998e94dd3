import type { Em } from '../../orm.ts'
import { runStatement } from '../run-statement.ts'

/** Requests that one process has let through since it last said so. */
export interface LetThrough {
  readonly bucket: string
  readonly count: number
}

/**
 * Adds what a process has let through since `startedAt` to what the others have, answers with the sums, and forgets earlier windows.
 *
 * Rows are written in the order of their names, so that processes that add at the same moment cannot deadlock.
 */
export async function addToWindows(
  em: Em,
  { startedAt, added }: { startedAt: Date; added: readonly LetThrough[] },
): Promise<Map<string, number>> {
  const text = `WITH over AS (DELETE FROM rate_window WHERE started_at < $1)
    INSERT INTO rate_window AS known (bucket, started_at, count)
    SELECT bucket, $1, count FROM unnest($2::text[], $3::int[]) AS added (bucket, count) ORDER BY bucket
    ON CONFLICT (bucket, started_at) DO UPDATE SET count = known.count + excluded.count RETURNING bucket, count`
  const parameters = [startedAt, added.map(({ bucket }) => bucket), added.map(({ count }) => count)]
  const rows = await runStatement<LetThrough>(em, text, parameters)
  return new Map(rows.map(({ bucket, count }) => [bucket, count]))
}
