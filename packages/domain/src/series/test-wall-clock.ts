import fc from 'fast-check'
import { DateTime, IANAZone } from 'luxon'
import type { SeriesInterval, SlotAnchor } from './slot-anchor.ts'

const HOUR = 3_600_000
/** More than any offset from UTC, and less than the distance of two changes of one. */
const NEAR = 26 * HOUR

/** Zones whose clocks do what others do not. */
export const oddZones = [
  'Australia/Lord_Howe', // half an hour of daylight saving
  'Pacific/Apia', // lived no 30 December 2011
  'Pacific/Kwajalein', // lived no 21 August 1993
  'Africa/Casablanca', // daylight saving all year but for Ramadan
  'Asia/Kathmandu', // + 5:45
  'America/New_York',
  'Europe/Berlin',
  'Asia/Tehran', // changes at midnight, until 2022
  'America/Santiago', // skips midnight
  'America/Havana', // skips and doubles midnight
  'America/St_Johns', // went back from 00:01 to 23:01 of the day before, until 2011
  'America/Caracas', // moved by half an hour in 2007 and back in 2016
  'Antarctica/Troll', // two hours of daylight saving
  'Pacific/Chatham', // + 12:45 and + 13:45
  'UTC',
] as const

/** A wall-clock time as if it were UTC; luxon does the calendar. */
const wallOf = (localTime: string): DateTime => DateTime.fromISO(localTime, { zone: 'utc' })

/** Local time of an anchor that shows this wall-clock time. */
export const localTimeOfWall = (wall: number): string => DateTime.fromMillis(wall, { zone: 'utc' }).toISO({ includeOffset: false }) ?? ''

/** The wall-clock time of a slot by luxon's calendar. */
export function wallOfSlot({ index: first, localTime, interval }: SlotAnchor, index: number): DateTime {
  const steps = index - first
  const step = { weekly: { weeks: steps }, biweekly: { weeks: 2 * steps }, monthly: { months: steps } }[interval]
  return wallOf(localTime).plus(step)
}

/**
 * Every instant at which a zone's clocks show a wall-clock time, by luxon's offsets: none in a gap, two in a doubled hour.
 * `forward` is the time read with the offset before the gap, which is as far behind the gap's end as the time is behind its beginning.
 */
export function instantsAt(wall: number, timeZone: string): { shown: number[]; forward: number } {
  const zone = IANAZone.create(timeZone)
  const [before, after] = [zone.offset(wall - NEAR) * 60_000, zone.offset(wall + NEAR) * 60_000]
  const candidates = [...new Set([wall - before, wall - after])]
  return { shown: candidates.filter((at) => at + zone.offset(at) * 60_000 === wall).toSorted((a, b) => a - b), forward: wall - before }
}

/** The instant of a slot by the documented rule: the first of two, forward in a gap. */
export function expectedSlot(anchor: SlotAnchor, index: number): Date {
  const { shown, forward } = instantsAt(wallOfSlot(anchor, index).toMillis(), anchor.timeZone)
  return new Date(shown[0] ?? forward)
}

/** Any interval. */
export const anyInterval = fc.constantFrom<SeriesInterval>('weekly', 'biweekly', 'monthly')
const timeZone = fc.oneof(
  { arbitrary: fc.constantFrom(...oddZones), weight: 2 },
  { arbitrary: fc.constantFrom(...Intl.supportedValuesOf('timeZone')), weight: 1 },
)
const anyWall = fc.integer({ min: Date.UTC(1993, 0, 1), max: Date.UTC(2060, 0, 1) })
/** Days 28 to 31 of any month, leap days among them. */
const lateWall = fc
  .tuple(fc.integer({ min: 1993, max: 2060 }), fc.integer({ min: 0, max: 11 }), fc.integer({ min: 28, max: 31 }), fc.nat(24 * HOUR - 1))
  .map(([year, month, day, ms]) => Date.UTC(year, month, day) + ms)

/** An anchor anywhere, with many at the end of a month. */
export const anyAnchor: fc.Arbitrary<SlotAnchor> = fc
  .record({ index: fc.nat(50), wall: fc.oneof(anyWall, lateWall), timeZone, interval: anyInterval })
  .map(({ wall, ...anchor }) => ({ ...anchor, localTime: localTimeOfWall(wall) }))
