import { Temporal } from 'temporal-polyfill'

/** The calendar step between two slots, by interval. */
export const slotSteps = {
  weekly: { weeks: 1, months: 0 },
  biweekly: { weeks: 2, months: 0 },
  monthly: { weeks: 0, months: 1 },
} as const

/** How often a series charges. */
export type SeriesInterval = keyof typeof slotSteps

/** The slot that all later ones are counted from: the first one, or the latest opened one when the interval changed. */
export interface SlotAnchor {
  /** Number of the anchor's slot: 0 at creation. Numbers go on when the interval changes, so a series has each number once. */
  readonly index: number
  /** Local wall-clock date and time of that slot: ISO 8601 with milliseconds, without an offset (`2026-01-31T09:30:00.000`). */
  readonly localTime: string
  /** IANA name; the present zone of the business. */
  readonly timeZone: string
  readonly interval: SeriesInterval
}

/** Slot 0 of a new series: the local date and time of its creation. @throws {RangeError} for an unknown time zone. */
export function firstAnchor({
  createdAt,
  timeZone,
  interval,
}: { createdAt: Date } & Pick<SlotAnchor, 'timeZone' | 'interval'>): SlotAnchor {
  return { index: 0, localTime: isoOf(localTimeAt(createdAt, timeZone)), timeZone, interval }
}

/**
 * Makes a slot the anchor of a new interval. The slot keeps its number and its nominal local time: a slot that a gap in local time moved
 * does not move those after it, and 28 February, reached from the 31st, becomes day 28.
 */
export function moveAnchor(anchor: SlotAnchor, { index, interval }: Pick<SlotAnchor, 'index' | 'interval'>): SlotAnchor {
  return { ...anchor, index, localTime: isoOf(localTimeOf(anchor, index)), interval }
}

/** Nominal local time of a slot, which a gap in local time may skip. @throws {RangeError} beyond the year 275760. */
export function localTimeOf({ index: first, localTime, interval }: SlotAnchor, index: number): Temporal.PlainDateTime {
  const { weeks, months } = slotSteps[interval]
  const steps = index - first
  return Temporal.PlainDateTime.from(localTime).add({ weeks: weeks * steps, months: months * steps }, { overflow: 'constrain' })
}

/** Local date and time of an instant. @throws {RangeError} for an unknown time zone. */
export const localTimeAt = (instant: Date, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime()

const isoOf = (localTime: Temporal.PlainDateTime): string => localTime.toString({ smallestUnit: 'millisecond' })
