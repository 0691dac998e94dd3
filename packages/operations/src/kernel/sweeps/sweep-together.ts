import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '../context.ts'
import { stateOf } from './put-offs.ts'
import { isAboutNoRow, itemOf, type Sweep, sweepOne } from './sweep-each.ts'

/**
 * Does something for rows at once, which costs little more than for one of them; when that fails, for each alone, so that only the row that made it fail
 * is put off.
 *
 * @returns what the work has returned, without the rows that failed.
 * @throws {ChainUnavailable} {LeaseLost} which are about no row.
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
    const done = await work(rows)
    for (const row of rows) stateOf(ctx.orm, sweep.name).putOffs.delete(sweep.keyOf(row))
    return done
  } catch (error) {
    if (isAboutNoRow(error)) throw error
    // Which row made it fail is found and reported by the rows alone; none need fail then.
    ctx.log.warn({ sweep: sweep.name, problem: messageOf(error) }, 'rows of a sweep failed together, each is tried alone')
    const done: Done[] = []
    for (const row of rows) done.push(...((await sweepOne(ctx, itemOf(sweep, row), () => work([row]))) ?? []))
    return done
  }
}
