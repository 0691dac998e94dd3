import { findDueSeries, readSeries } from '@gateway/db/series/queries'
import { NotFound } from '@gateway/domain/kernel/error'
import type { SeriesChanged } from '@gateway/workflows/series/signals'
import type { EscrowContext } from '../../kernel/context.ts'
import type { LogFields } from '../../kernel/log.ts'
import { itemOf, type Sweep, sweepEach, sweepOne } from '../../kernel/sweeps/sweep-each.ts'
import { changedOf } from '../workflow-messages.ts'
import { tickSeries } from './tick-series.ts'

const MAX_SERIES = 100
/** By then a second attempt of the workflow has been made too. */
const GRACE_MS = 30_000

/** A series as an item of its sweep. */
const sweptSeries = {
  name: 'series',
  keyOf: (id: string): string => id,
  aboutOf: (seriesId: string): LogFields => ({ seriesId }),
} as const

/**
 * Ticks the series that are due and were not charged, the longest due first: those whose workflow has missed their slot, and those whose escrow did not
 * open when it was tried. Rows decide, timers only trigger, so a lost timer, signal or run is harmless, and several processes may do this at once.
 *
 * @param graceMs - how long a workflow has for a slot.
 * @returns how many rows moved.
 */
export function sweepSeries(ctx: EscrowContext, graceMs = GRACE_MS): Promise<number> {
  const now = ctx.clock.now()
  const missedBefore = new Date(now.getTime() - graceMs)
  const read: Sweep<string>['read'] = (page) => findDueSeries(ctx.orm.em.fork(), { ...page, now, missedBefore })
  return sweepEach<string>(ctx, { ...sweptSeries, limit: MAX_SERIES, read }, (id) => tickSeries(ctx, { id, by: 'sweep' }))
}

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
