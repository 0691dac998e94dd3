import { nextSlot, type SeriesSchedule } from './series-schedule.ts'
import { firstAnchor, type SeriesInterval } from './slot-anchor.ts'
import { type ChargePlan, planTick } from './tick-plan.ts'

/** A series as created, whose first child is due at once. */
export function createdSeries(
  createdAt: Date,
  { timeZone = 'Europe/Berlin', interval = 'weekly', maxPeriods = null }: Partial<ReturnType<typeof wishes>> = {},
): SeriesSchedule {
  const anchor = firstAnchor({ createdAt, timeZone, interval })
  return { state: 'active', anchor, latestSlot: null, periodsCompleted: 0, maxPeriods, nextChargeAt: createdAt }
}

const wishes = (): { timeZone: string; interval: SeriesInterval; maxPeriods: number | null } => ({
  timeZone: 'Europe/Berlin',
  interval: 'weekly',
  maxPeriods: null,
})

/** The series after a tick, as an operation writes it, and the child it opened. */
export function tick(series: SeriesSchedule, now: Date): { series: SeriesSchedule; child: ChargePlan | undefined } {
  const plan = planTick(series, now)
  if (plan.input === 'wait') return { series, child: undefined }
  if (plan.input === 'complete') return { series: { ...series, state: 'completed', nextChargeAt: null }, child: undefined }
  const state = plan.completes ? 'completed' : series.state
  const { period, slot, nextChargeAt } = plan
  return { series: { ...series, state, latestSlot: slot.index, periodsCompleted: period, nextChargeAt }, child: plan }
}

/** A paused series. */
export const pause = (series: SeriesSchedule): SeriesSchedule =>
  series.state === 'active' ? { ...series, state: 'paused', nextChargeAt: null } : series

/** A resumed series. */
export const resume = (series: SeriesSchedule, now: Date): SeriesSchedule =>
  series.state === 'paused' ? { ...series, state: 'active', nextChargeAt: nextSlot(series, now).at } : series
