import { Temporal } from 'temporal-polyfill'
import { localTimeAt, localTimeOf, type SlotAnchor, slotSteps } from './slot-anchor.ts'

/** A moment at which a series charges. */
export interface Slot {
  /** Counted from slot 0, the creation; a skipped slot keeps its number. */
  readonly index: number
  readonly at: Date
}

/**
 * The instant of a slot: the anchor's local date and time plus whole calendar steps, always counted from the anchor.
 *
 * Weekly is + 7 days and biweekly + 14 days of local wall-clock time; monthly is the same day of a later month, or its last day where the
 * month is shorter (31 January, 28 or 29 February, 31 March).
 * The local time becomes an instant last, by Temporal's `compatible` disambiguation: a time that a gap skips moves forward by the length of
 * the gap, and of a time that occurs twice the first is taken. A date that a zone skipped (Apia, 30 December 2011) is such a gap of 24 hours.
 *
 * @param index - at least `anchor.index`.
 * @throws {RangeError} for an unknown time zone, and beyond the year 275760.
 */
export function slotAt(anchor: SlotAnchor, index: number): Date {
  const { epochMilliseconds } = localTimeOf(anchor, index).toZonedDateTime(anchor.timeZone, { disambiguation: 'compatible' })
  return new Date(epochMilliseconds)
}

/**
 * The latest slot at or before `now`; undefined before the anchor's own. Slots before the anchor are not looked for.
 *
 * Its cost does not grow with the distance: the calendar gives a number that is never too low and at most a few too high.
 *
 * @throws {RangeError} for an unknown time zone.
 */
export function latestDueSlot(anchor: SlotAnchor, now: Date): Slot | undefined {
  for (let index = highestDueIndex(anchor, now); index >= anchor.index; index -= 1) {
    const at = slotAt(anchor, index)
    if (at <= now) return { index, at }
  }
  return undefined
}

/** The first slot after `now`, the anchor's own at the earliest. @throws {RangeError} for an unknown time zone. */
export function firstSlotAfter(anchor: SlotAnchor, now: Date): Slot {
  const due = latestDueSlot(anchor, now)
  const index = due === undefined ? anchor.index : due.index + 1
  return { index, at: slotAt(anchor, index) }
}

/** No later slot can be due: the one after it is in a later week or month on the local calendar than `now`. */
function highestDueIndex(anchor: SlotAnchor, now: Date): number {
  const from = Temporal.PlainDateTime.from(anchor.localTime).toPlainDate()
  const today = localTimeAt(now, anchor.timeZone).toPlainDate()
  const { weeks, months } = slotSteps[anchor.interval]
  const steps =
    months > 0
      ? ((today.year - from.year) * 12 + today.month - from.month) / months
      : from.until(today, { largestUnit: 'day' }).days / (7 * weeks)
  // One more, because clocks that go back over midnight (from 00:01 in St. John's until 2011) show the day before again.
  return anchor.index + Math.floor(steps) + 1
}
