import { childExpiresInHours } from './child-expiry.ts'
import { firstOpenIndex, nextSlot, type SeriesSchedule, unopenedDueSlot } from './series-schedule.ts'
import type { Slot } from './slots.ts'

/** A child to open, and what the series becomes in the same transaction. */
export interface ChargePlan {
  readonly input: 'charge'
  /** Number of the child, from 1 without a gap. */
  readonly period: number
  readonly slot: Slot
  /** Slots since the latest child that get none: they passed in a pause or an outage. */
  readonly missedSlots: number
  /** See `childExpiresInHours`; counted from `now`. */
  readonly expiresInHours: number
  /** The first slot after `now`; null after the last period. */
  readonly nextChargeAt: Date | null
  /** The series takes `complete` after this `charge`. */
  readonly completes: boolean
}

/** The input a series takes at a tick; `wait` is none. */
export type TickPlan = ChargePlan | { readonly input: 'wait' } | { readonly input: 'complete' }

/**
 * Decides what a series does at `now`, at its creation too.
 *
 * However many slots have passed, a tick opens one child, for the latest due slot. N periods give exactly N children, because the period
 * counts children and not slots. A repeated tick waits: the first has moved `nextChargeAt` past `now`.
 *
 * @throws {RangeError} for an unknown time zone.
 */
export function planTick(series: SeriesSchedule, now: Date): TickPlan {
  if (series.state !== 'active') return { input: 'wait' }
  if (isFull(series, series.periodsCompleted)) return { input: 'complete' }
  if (series.nextChargeAt === null || now < series.nextChargeAt) return { input: 'wait' }
  return planCharge(series, { now, dueAt: series.nextChargeAt })
}

function planCharge(series: SeriesSchedule, { now, dueAt }: { now: Date; dueAt: Date }): ChargePlan {
  const open = firstOpenIndex(series)
  // A zone changed after `nextChargeAt` was computed can put the slot after `now`; the computed deadline stands.
  const slot = unopenedDueSlot(series, now) ?? { index: open, at: dueAt }
  const next = nextSlot({ ...series, latestSlot: slot.index }, now)
  const period = series.periodsCompleted + 1
  const completes = isFull(series, period)
  return {
    input: 'charge',
    period,
    slot,
    missedSlots: slot.index - open,
    expiresInHours: childExpiresInHours(now, next.at),
    nextChargeAt: completes ? null : next.at,
    completes,
  }
}

const isFull = ({ maxPeriods }: SeriesSchedule, periods: number): boolean => maxPeriods !== null && periods >= maxPeriods
