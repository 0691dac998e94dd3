import type { Context } from '../context.ts'
import { itemOf, type Sweep, sweepOne } from './sweep-each.ts'

/**
 * Does something for rows at once, which costs little more than for one of them; when that fails, for each alone, so that only the row that made it fail
 * is put off.
 *
 * @returns what the work has returned, without the rows that failed.
 */
export async function sweepTogether<Row, Done>(
  ctx: Pick<Context, 'orm' | 'clock' | 'log'>,
  { rows, ...sweep }: Pick<Sweep<Row>, 'name' | 'keyOf' | 'aboutOf'> & { readonly rows: readonly Row[] },
  work: (rows: readonly Row[]) => Promise<readonly Done[]>,
): Promise<readonly Done[]> {
  const [only, ...more] = rows
  if (only === undefined) return []
  if (more.length === 0) return (await sweepOne(ctx, itemOf(sweep, only), () => work(rows))) ?? []
  try {
    return await work(rows)
  } catch {
    // Who made it fail is found and reported by the rows alone.
    const done: Done[] = []
    for (const row of rows) done.push(...((await sweepOne(ctx, itemOf(sweep, row), () => work([row]))) ?? []))
    return done
  }
}
