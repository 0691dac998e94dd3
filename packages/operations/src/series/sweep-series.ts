import { findDueSeries } from '@gateway/db/series/queries'
import { messageOf } from '@gateway/domain/kernel/error'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiContext } from '../kernel/context.ts'
import { tickSeries } from './tick-series.ts'

const MAX_SERIES = 100
const LOOK_EVERY_MS = 1_000

/**
 * Ticks the series that are due, the longest due first. The rows are the timers: nothing else has to remember when a series is due, so no crash
 * loses it, and several processes may do this at once.
 *
 * @returns how many rows moved.
 */
export async function sweepSeries(ctx: ApiContext): Promise<number> {
  const due = await findDueSeries(ctx.orm.em.fork(), { before: ctx.clock.now(), limit: MAX_SERIES })
  let moved = 0
  for (const id of due) {
    try {
      if (await tickSeries(ctx, { id })) moved += 1
    } catch (error) {
      ctx.log.error({ seriesId: id, problem: messageOf(error) }, 'series tick failed')
    }
  }
  return moved
}

/** Sweeps every second until `close`, which resolves after the last sweep. */
export function keepSweeping(ctx: ApiContext): { close(): Promise<void> } {
  const stopping = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sweepSeries(ctx).catch((error: unknown) => ctx.log.warn({ problem: messageOf(error) }, 'series sweep failed'))
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
