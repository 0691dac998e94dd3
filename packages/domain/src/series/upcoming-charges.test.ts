import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createdSeries, pause, tick } from './test-series.ts'
import { upcomingCharges } from './upcoming-charges.ts'

const at = new Date('2027-01-31T11:00:00.000Z')
const DAY_MS = 24 * 60 * 60 * 1_000
const shown = (...[series, now, most]: readonly [Parameters<typeof upcomingCharges>[0], Date, number]) =>
  upcomingCharges(series, { now, most }).map((charge) => [charge.period, charge.at.toISOString()])

describe('upcomingCharges', () => {
  test('names the next escrows of a monthly series, on the last day of short months', () => {
    const { series } = tick(createdSeries(at, { interval: 'monthly' }), at)
    expect(shown(series, at, 3)).toEqual([
      [2, '2027-02-28T11:00:00.000Z'],
      [3, '2027-03-31T10:00:00.000Z'],
      [4, '2027-04-30T10:00:00.000Z'],
    ])
  })

  test('ends with the last period', () => {
    const { series } = tick(createdSeries(at, { maxPeriods: 2 }), at)
    expect(shown(series, at, 6)).toEqual([[2, '2027-02-07T11:00:00.000Z']])
  })

  test('begins with a charge that is overdue, and goes on after the present', () => {
    const series = createdSeries(at)
    const later = new Date(at.getTime() + 8 * DAY_MS)
    expect(shown(series, later, 2)).toEqual([
      [1, '2027-01-31T11:00:00.000Z'],
      [2, '2027-02-14T11:00:00.000Z'],
    ])
  })

  test('names no charge of a paused series or of an ended one', () => {
    const { series } = tick(createdSeries(at), at)
    expect(shown(pause(series), at, 6)).toEqual([])
    expect(shown({ ...series, state: 'completed', nextChargeAt: null }, at, 6)).toEqual([])
  })

  test('tells exactly what ticks in time then do', () => {
    const wishes = fc.record({
      interval: fc.constantFrom('weekly' as const, 'biweekly' as const, 'monthly' as const),
      timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Etc/UTC'),
      maxPeriods: fc.integer({ min: 1, max: 9 }),
    })
    const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(wishes, moments, (wish, createdAt) => {
        let { series } = tick(createdSeries(createdAt, wish), createdAt)
        const told = upcomingCharges(series, { now: createdAt, most: 5 })
        const opened = told.map(({ at: due }) => {
          const ticked = tick(series, due)
          series = ticked.series
          return { period: ticked.child?.period, at: due }
        })
        expect(opened).toEqual(told)
        expect(told).toHaveLength(Math.min(5, wish.maxPeriods - 1))
      }),
    )
  })
})
