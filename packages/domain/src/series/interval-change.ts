import { nextSlot, type SeriesSchedule, unopenedDueSlot } from './series-schedule.ts'
import { moveAnchor, type SeriesInterval } from './slot-anchor.ts'

/**
 * Gives a series another interval, counted from its latest opened slot, the new anchor; before the first child from slot 0.
 *
 * New slots that passed before the change are not charged: the next charge is the first one after `now`. Only a series that was overdue
 * already is due at once, if the new interval has a slot since its latest child; else a wait for a rate could lose a period.
 * The present interval changes nothing, so day 31 of a monthly series survives it.
 *
 * @throws {RangeError} for an unknown time zone.
 */
export function changeInterval(
  series: SeriesSchedule,
  { interval, now }: { interval: SeriesInterval; now: Date },
): Pick<SeriesSchedule, 'anchor' | 'nextChargeAt'> {
  const { anchor, latestSlot, nextChargeAt } = series
  if (interval === anchor.interval) return { anchor, nextChargeAt }
  const moved = moveAnchor(anchor, { index: latestSlot ?? anchor.index, interval })
  // A paused series computes its next charge when it resumes.
  if (nextChargeAt === null) return { anchor: moved, nextChargeAt }
  const changed = { anchor: moved, latestSlot }
  const due = now >= nextChargeAt ? unopenedDueSlot(changed, now) : undefined
  return { anchor: moved, nextChargeAt: (due ?? nextSlot(changed, now)).at }
}
