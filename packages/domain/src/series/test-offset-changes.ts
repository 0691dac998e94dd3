import fc from 'fast-check'
import { IANAZone } from 'luxon'
import type { SlotAnchor } from './slot-anchor.ts'
import { anyInterval, localTimeOfWall, oddZones, wallOfSlot } from './test-wall-clock.ts'

const WEEK = 7 * 24 * 3_600_000

/** A change of a zone's offset: the wall-clock times between `low` and `high` do not exist, or exist twice. */
interface Change {
  readonly timeZone: string
  readonly isGap: boolean
  readonly low: number
  readonly high: number
}

/** Changes of the odd zones since 1993, found week by week and then halved down to the millisecond. */
export const changes: readonly Change[] = oddZones.flatMap((timeZone) => {
  const zone = IANAZone.create(timeZone)
  const found: Change[] = []
  for (let week = Date.UTC(1993, 0, 1); week < Date.UTC(2030, 0, 1); week += WEEK) {
    const [before, after] = [zone.offset(week), zone.offset(week + WEEK)]
    if (before === after) continue
    let [last, first] = [week, week + WEEK]
    while (first - last > 1) {
      const middle = Math.floor((last + first) / 2)
      if (zone.offset(middle) === before) last = middle
      else first = middle
    }
    const [low, high] = [before, after].toSorted((a, b) => a - b).map((minutes) => first + minutes * 60_000) as [number, number]
    found.push({ timeZone, isGap: after > before, low, high })
  }
  return found
})

/** An anchor with the number of a slot of it that falls on a change, or within a millisecond of one. */
export const anchorOfChange: fc.Arbitrary<{ anchor: SlotAnchor; index: number; change: Change }> = fc
  .record({
    change: fc.constantFrom(...changes),
    part: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)),
    nudge: fc.integer({ min: -1, max: 1 }),
    steps: fc.nat(60),
    interval: anyInterval,
  })
  .map(({ change, part, nudge, steps, interval }) => {
    const wall = Math.round(change.low + part * (change.high - change.low)) + nudge
    const back: SlotAnchor = { index: 0, localTime: localTimeOfWall(wall), timeZone: change.timeZone, interval }
    return { anchor: { ...back, localTime: localTimeOfWall(wallOfSlot(back, -steps).toMillis()) }, index: steps, change }
  })
