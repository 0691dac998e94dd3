import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import type { SeriesInterval, SlotAnchor } from './slot-anchor.ts'
import { firstSlotAfter, latestDueSlot, slotAt } from './slots.ts'
import { anchorOfChange, changes } from './test-offset-changes.ts'
import { anyAnchor, expectedSlot, instantsAt, localTimeOfWall, oddZones, wallOfSlot } from './test-wall-clock.ts'

const anchorAt = (localTime: string, timeZone: string, interval: SeriesInterval): SlotAnchor => ({
  index: 0,
  localTime,
  timeZone,
  interval,
})
const slotsOf = (anchor: SlotAnchor, count: number) =>
  Array.from({ length: count }, (_, k) => slotAt(anchor, anchor.index + k).toISOString())
const HOUR = 3_600_000

describe('slotAt', () => {
  test('keeps the local time of day through daylight saving', () => {
    expect(slotsOf(anchorAt('2026-03-20T09:00', 'Europe/Berlin', 'weekly'), 3)).toEqual([
      '2026-03-20T08:00:00.000Z',
      '2026-03-27T08:00:00.000Z',
      '2026-04-03T07:00:00.000Z',
    ])
    expect(slotsOf(anchorAt('2026-10-20T09:00', 'America/New_York', 'biweekly'), 3)).toEqual([
      '2026-10-20T13:00:00.000Z',
      '2026-11-03T14:00:00.000Z',
      '2026-11-17T14:00:00.000Z',
    ])
  })

  test.each([
    ['2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2028-01-31', ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']],
    ['2028-01-30', ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
    ['2099-12-29', ['2099-12-29', '2100-01-29', '2100-02-28', '2100-03-29', '2100-04-29']],
    ['2028-02-29', ['2028-02-29', '2028-03-29', '2028-04-29', '2028-05-29', '2028-06-29']],
  ])('a monthly anchor of %s keeps its day and takes the last one of shorter months', (day, days) => {
    expect(slotsOf(anchorAt(`${day}T12:00`, 'Etc/UTC', 'monthly'), 5)).toEqual(days.map((date) => `${date}T12:00:00.000Z`))
  })

  test('a yearly return of a leap day is 28 February until the next leap year', () => {
    const anchor = anchorAt('2028-02-29T00:00', 'UTC', 'monthly')
    expect([12, 24, 36, 48].map((k) => slotAt(anchor, k).toISOString().slice(0, 10))).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  test.each([
    ['2026-03-22T02:30', 'Europe/Berlin', ['2026-03-22T01:30', '2026-03-29T01:30', '2026-04-05T00:30']],
    ['2026-09-27T02:15', 'Australia/Lord_Howe', ['2026-09-26T15:45', '2026-10-03T15:45', '2026-10-10T15:15']],
    ['2026-08-30T00:10', 'America/Santiago', ['2026-08-30T04:10', '2026-09-06T04:10', '2026-09-13T03:10']],
    ['2011-12-23T10:00', 'Pacific/Apia', ['2011-12-23T20:00', '2011-12-30T20:00', '2012-01-05T20:00']],
  ])('a week after %s in %s moves forward by the gap, and the next slot is back at its time', (localTime, timeZone, instants) => {
    expect(slotsOf(anchorAt(localTime, timeZone, 'weekly'), 3)).toEqual(instants.map((at) => `${at}:00.000Z`))
  })

  test.each([
    ['2026-10-18T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    ['2026-10-25T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('a weekly slot after %s in %s is the first of its two doubled times', (localTime, timeZone, at) => {
    expect(slotAt(anchorAt(localTime, timeZone, 'weekly'), 1).toISOString()).toBe(at)
  })

  test('counts from the number of the anchor', () => {
    const anchor = { ...anchorAt('2027-01-31T12:00', 'Asia/Kathmandu', 'monthly'), index: 7 }
    expect([7, 8].map((index) => slotAt(anchor, index).toISOString())).toEqual(['2027-01-31T06:15:00.000Z', '2027-02-28T06:15:00.000Z'])
  })

  test('rejects an unknown time zone', () => {
    expect(() => slotAt(anchorAt('2027-01-31T12:00', 'Mars/Olympus', 'monthly'), 0)).toThrow(RangeError)
  })

  test('agrees with luxon for any anchor in any zone', () => {
    fc.assert(
      fc.property(anyAnchor, fc.nat(240), (anchor, steps) => {
        expect(slotAt(anchor, anchor.index + steps)).toEqual(expectedSlot(anchor, anchor.index + steps))
      }),
      { numRuns: 1_000 },
    )
  })

  test('agrees with luxon on slots in gaps, in doubled times and at their edges', () => {
    expect(new Set(changes.map(({ timeZone, isGap }) => `${timeZone} ${isGap}`)).size).toBeGreaterThanOrEqual(2 * (oddZones.length - 4))
    fc.assert(
      fc.property(anchorOfChange, ({ anchor, index }) => {
        expect(slotAt(anchor, index)).toEqual(expectedSlot(anchor, index))
      }),
      { numRuns: 1_000 },
    )
  })

  test('moves by the length of the gap what a gap skips, and takes the earlier instant of a doubled time', () => {
    const inside = anchorOfChange.filter(({ anchor, index, change: { low, high } }) => {
      const wall = wallOfSlot(anchor, index).toMillis()
      return low <= wall && wall < high
    })
    fc.assert(
      fc.property(inside, ({ anchor, index, change: { timeZone, isGap, low, high } }) => {
        const wall = wallOfSlot(anchor, index).toMillis()
        const at = slotAt(anchor, index).getTime()
        const shown = DateTime.fromMillis(at, { zone: timeZone }).toISO({ includeOffset: false })
        expect(shown).toBe(localTimeOfWall(isGap ? wall + (high - low) : wall))
        expect(instantsAt(wall, timeZone).shown).toEqual(isGap ? [] : [at, at + (high - low)])
      }),
      { numRuns: 500 },
    )
  })

  test('grows strictly with its number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyAnchor.map((anchor) => ({ anchor, index: anchor.index })),
          anchorOfChange,
        ),
        ({ anchor, index }) => {
          const distance = slotAt(anchor, index + 1).getTime() - slotAt(anchor, index).getTime()
          expect(distance).toBeGreaterThanOrEqual((7 * 24 - 26) * HOUR)
        },
      ),
    )
  })
})

/** An anchor and a moment from before its slot to years after it, often within a millisecond of a slot. */
const anchorWithNow = fc
  .record({
    anchor: anyAnchor,
    steps: fc.integer({ min: -3, max: 120 }),
    away: fc.oneof(fc.constantFrom(-1, 0, 1), fc.nat(20 * 24 * HOUR)),
  })
  .map(({ anchor, steps, away }) => ({ anchor, now: new Date(expectedSlot(anchor, anchor.index + steps).getTime() + away) }))
const changeWithNow = fc
  .record({ slot: anchorOfChange, away: fc.integer({ min: -25 * HOUR, max: 25 * HOUR }), isNear: fc.boolean() })
  .map(({ slot: { anchor, index }, away, isNear }) => {
    const at = expectedSlot(anchor, index).getTime()
    return { anchor, now: new Date(at + (isNear ? Math.sign(away) : away)) }
  })

/** Every slot up to the first after `now`, one by one. */
function slotsUpTo(anchor: SlotAnchor, now: Date) {
  const slots = [{ index: anchor.index, at: expectedSlot(anchor, anchor.index) }]
  for (let last = slots[0]; last && last.at <= now; last = slots.at(-1))
    slots.push({ index: last.index + 1, at: expectedSlot(anchor, last.index + 1) })
  return slots
}

describe('latestDueSlot and firstSlotAfter', () => {
  const anchor = anchorAt('2027-01-31T09:00', 'Europe/Berlin', 'monthly')

  test('count the instant of a slot itself as due', () => {
    expect(latestDueSlot(anchor, new Date('2027-02-28T07:59:59.999Z'))).toEqual({ index: 0, at: new Date('2027-01-31T08:00:00.000Z') })
    expect(latestDueSlot(anchor, new Date('2027-02-28T08:00:00.000Z'))).toEqual({ index: 1, at: new Date('2027-02-28T08:00:00.000Z') })
    expect(firstSlotAfter(anchor, new Date('2027-02-28T07:59:59.999Z'))).toEqual({ index: 1, at: new Date('2027-02-28T08:00:00.000Z') })
    expect(firstSlotAfter(anchor, new Date('2027-02-28T08:00:00.000Z'))).toEqual({ index: 2, at: new Date('2027-03-31T07:00:00.000Z') })
  })

  test('find no due slot before the anchor, and the anchor as the first after it', () => {
    expect(latestDueSlot(anchor, new Date('2020-01-01T00:00:00.000Z'))).toBeUndefined()
    expect(firstSlotAfter(anchor, new Date('2020-01-01T00:00:00.000Z'))).toEqual({ index: 0, at: new Date('2027-01-31T08:00:00.000Z') })
  })

  test('find a slot after midnight that is due when clocks go back to the day before', () => {
    const weekly = anchorAt('2010-10-31T00:00:30', 'America/St_Johns', 'weekly')
    const slot = { index: 1, at: new Date('2010-11-07T02:30:30.000Z') }
    expect(latestDueSlot(weekly, new Date('2010-11-07T02:45:00.000Z'))).toEqual(slot)
    expect(latestDueSlot(weekly, new Date('2010-11-07T03:35:00.000Z'))).toEqual(slot)
    expect(firstSlotAfter(weekly, new Date('2010-11-07T02:45:00.000Z')).index).toBe(2)
  })

  test.each([
    ['for any anchor and moment', anchorWithNow],
    ['around gaps and doubled times', changeWithNow],
  ])('find what a search slot by slot finds, %s', (_, cases) => {
    fc.assert(
      fc.property(cases, ({ anchor: from, now }) => {
        const slots = slotsUpTo(from, now)
        expect(latestDueSlot(from, now)).toEqual(slots.at(-2))
        expect(firstSlotAfter(from, now)).toEqual(slots.at(-1))
      }),
      { numRuns: 300 },
    )
  })

  test('find slots thousands of years away at the cost of near ones', () => {
    fc.assert(
      fc.property(anyAnchor, fc.integer({ min: 10_000, max: 100_000 }), (from, steps) => {
        const index = from.index + steps
        const at = slotAt(from, index)
        expect(latestDueSlot(from, at)).toEqual({ index, at })
        expect(firstSlotAfter(from, new Date(at.getTime() - 1))).toEqual({ index, at })
      }),
    )
  })
})
