import { findDueSeries } from '@gateway/db/series/queries'
import type { EscrowContext } from '../../kernel/context.ts'
import type { LogFields } from '../../kernel/log.ts'
import { type Sweep, sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { tickSeries } from './tick-series.ts'

const MAX_SERIES = 100
/** By then a second attempt of the workflow has been made too. */
const GRACE_MS = 30_000

/** A series as an item of its sweep. */
export const sweptSeries = {
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
