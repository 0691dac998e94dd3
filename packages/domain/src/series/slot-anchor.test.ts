import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstAnchor, moveAnchor, type SlotAnchor } from './slot-anchor.ts'
import { slotAt } from './slots.ts'
import { anyAnchor, instantsAt, localTimeOfWall, wallOfSlot } from './test-wall-clock.ts'

describe('firstAnchor', () => {
  test('takes the local date and time of creation, which may be another day than in UTC', () => {
    expect(firstAnchor({ createdAt: new Date('2026-12-31T20:15:30.500Z'), timeZone: 'Asia/Kathmandu', interval: 'monthly' })).toEqual({
      index: 0,
      localTime: '2027-01-01T02:00:30.500',
      timeZone: 'Asia/Kathmandu',
      interval: 'monthly',
    })
  })

  test('writes milliseconds even where they are zero', () => {
    const createdAt = new Date('2026-06-01T00:00:00.000Z')
    expect(firstAnchor({ createdAt, timeZone: 'UTC', interval: 'weekly' }).localTime).toBe('2026-06-01T00:00:00.000')
  })

  test('makes slot 0 the creation, or an hour earlier in the second of two doubled hours', () => {
    const zone = { timeZone: 'Europe/Berlin', interval: 'weekly' } as const
    const first = new Date('2026-10-25T00:30:00.000Z')
    const second = new Date('2026-10-25T01:30:00.000Z')
    expect(slotAt(firstAnchor({ createdAt: first, ...zone }), 0)).toEqual(first)
    expect(slotAt(firstAnchor({ createdAt: second, ...zone }), 0)).toEqual(first)
  })

  test('makes slot 0 the first instant at which clocks show the time of creation, in any zone', () => {
    fc.assert(
      fc.property(
        anyAnchor,
        fc.date({ min: new Date('1993-01-01'), max: new Date('2060-01-01'), noInvalidDate: true }),
        (zone, createdAt) => {
          const anchor = firstAnchor({ createdAt, timeZone: zone.timeZone, interval: zone.interval })
          const { shown } = instantsAt(wallOfSlot(anchor, 0).toMillis(), anchor.timeZone)
          expect(shown).toContain(createdAt.getTime())
          expect(slotAt(anchor, 0).getTime()).toBe(shown[0])
        },
      ),
    )
  })

  test('rejects an unknown time zone', () => {
    expect(() => firstAnchor({ createdAt: new Date(0), timeZone: 'Mars/Olympus', interval: 'weekly' })).toThrow(RangeError)
  })
})

describe('moveAnchor', () => {
  const monthly: SlotAnchor = { index: 0, localTime: '2027-01-31T09:00:00.000', timeZone: 'Europe/Berlin', interval: 'monthly' }

  test('counts the new interval from the slot, which keeps its number', () => {
    const moved = moveAnchor(monthly, { index: 2, interval: 'weekly' })
    expect(moved).toEqual({ ...monthly, index: 2, localTime: '2027-03-31T09:00:00.000', interval: 'weekly' })
    expect([2, 3, 4].map((index) => slotAt(moved, index).toISOString())).toEqual([
      '2027-03-31T07:00:00.000Z',
      '2027-04-07T07:00:00.000Z',
      '2027-04-14T07:00:00.000Z',
    ])
  })

  test('makes the last day of a shorter month the day of the new anchor', () => {
    const there = moveAnchor(monthly, { index: 1, interval: 'weekly' })
    expect(moveAnchor(there, { index: 1, interval: 'monthly' }).localTime).toBe('2027-02-28T09:00:00.000')
  })

  test('keeps the nominal time of a slot that a gap moved', () => {
    const weekly: SlotAnchor = { index: 0, localTime: '2026-03-22T02:30:00.000', timeZone: 'Europe/Berlin', interval: 'weekly' }
    const moved = moveAnchor(weekly, { index: 1, interval: 'biweekly' })
    expect(slotAt(moved, 1).toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(slotAt(moved, 2).toISOString()).toBe('2026-04-12T00:30:00.000Z')
  })

  test('leaves the instant of its slot unchanged, for any slot and interval', () => {
    fc.assert(
      fc.property(anyAnchor, fc.nat(60), fc.constantFrom('weekly', 'biweekly', 'monthly'), (anchor, steps, interval) => {
        const index = anchor.index + steps
        const moved = moveAnchor(anchor, { index, interval })
        expect(slotAt(moved, index)).toEqual(slotAt(anchor, index))
        expect(moved.localTime).toBe(localTimeOfWall(wallOfSlot(anchor, index).toMillis()))
      }),
    )
  })
})
