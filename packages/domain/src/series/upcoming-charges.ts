import { nextSlot, type SeriesSchedule } from './series-schedule.ts'
import { slotAt } from './slots.ts'

/** An escrow that a series is going to open. */
export interface UpcomingCharge {
  /** Number of the child, from 1 without a gap. */
  readonly period: number
  readonly at: Date
}

/**
 * The next charges of an active series, at most `most` and none beyond its last period; of any other series none.
 *
 * The first one is overdue when it waits for a rate. The others are those that follow if nothing is changed until then.
 *
 * @throws {RangeError} for an unknown time zone.
 */
export function upcomingCharges(series: SeriesSchedule, { now, most }: { now: Date; most: number }): UpcomingCharge[] {
  const { state, anchor, latestSlot, periodsCompleted, maxPeriods, nextChargeAt } = series
  if (state !== 'active' || nextChargeAt === null) return []
  const count = Math.min(most, (maxPeriods ?? Number.POSITIVE_INFINITY) - periodsCompleted)
  const later = nextSlot({ anchor, latestSlot }, nextChargeAt > now ? nextChargeAt : now).index
  return Array.from({ length: count }, (_, k) => ({
    period: periodsCompleted + k + 1,
    at: k === 0 ? nextChargeAt : slotAt(anchor, later + k - 1),
  }))
}
