import { readSeries } from '@gateway/db/series/queries'
import { NotFound } from '@gateway/domain/kernel/error'
import type { SeriesChanged } from '@gateway/workflows/series/signals'
import type { EscrowContext } from '../../kernel/context.ts'
import { itemOf, sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { sweptSeries } from './sweep-series.ts'
import { tickSeries } from './tick-series.ts'
import { changedOf } from '../workflow-messages.ts'

/**
 * Opens the child of a series that is due, as its workflow asks. One that fails is put off as an item of the sweep, which tries again.
 *
 * @returns the row afterwards.
 * @throws {NotFound}
 */
export async function openPeriod(ctx: EscrowContext, { seriesId: id }: { seriesId: string }): Promise<SeriesChanged> {
  await sweepOne(ctx, itemOf(sweptSeries, id), () => tickSeries(ctx, { id, by: 'workflow' }))
  const series = await readSeries(ctx.orm.em.fork(), { id })
  if (!series) throw new NotFound('series')
  return changedOf(series)
}
