import { findDueSeries } from '@gateway/db/series/queries'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiContext } from '../kernel/context.ts'
import { sweepEach } from '../kernel/sweeps/sweep-each.ts'
import { tickSeries } from './tick-series.ts'

const MAX_SERIES = 100
const LOOK_EVERY_MS = 1_000

/**
 * Ticks the series that are due, the longest due first. The rows are the timers: nothing else has to remember when a series is due, so no crash
 * loses it, and several processes may do this at once.
 *
 * @returns how many rows moved.
 */
export const sweepSeries = (ctx: ApiContext): Promise<number> =>
  sweepEach(
    ctx,
    {
      name: 'series',
      limit: MAX_SERIES,
      read: (page) => findDueSeries(ctx.orm.em.fork(), { ...page, before: ctx.clock.now() }),
      keyOf: (id) => id,
      aboutOf: (seriesId) => ({ seriesId }),
    },
    (id) => tickSeries(ctx, { id }),
  )

/** Sweeps every second until `close`, which resolves after the last sweep. */
export function keepSweeping(ctx: ApiContext): { close(): Promise<void> } {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sweepSeries(ctx)
      await pause(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    close() {
      stopping.abort()
      return running
    },
  }
}
