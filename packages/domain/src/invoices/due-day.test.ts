import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDayOf } from '../kernel/local-day.ts'
import { isCalendarDay, overdueAt } from './due-day.ts'

describe('an invoice is overdue', () => {
  test.each([
    ['2026-10-31', 'UTC', '2026-11-01T00:00:00.000Z', 'at midnight'],
    ['2026-10-31', 'Europe/Berlin', '2026-10-31T23:00:00.000Z', 'at midnight of its own zone'],
    ['2026-04-23', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 'at 01:00, where clocks skip midnight'],
    ['2026-09-05', 'America/Santiago', '2026-09-06T04:00:00.000Z', 'at 01:00, where clocks skip midnight'],
    ['2026-10-31', 'America/Havana', '2026-11-01T04:00:00.000Z', 'at the first midnight, where clocks show two'],
    ['2028-02-29', 'UTC', '2028-03-01T00:00:00.000Z', 'after a leap day'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 'at the end of a day whose next one was skipped'],
  ])('when %s has ended in %s: %s, %s', (dueDate, timeZone, instant) => {
    expect(overdueAt(dueDate, timeZone).toISOString()).toBe(instant)
  })

  test('on the day after its due day and no instant earlier, in every zone', () => {
    const day = fc.date({ min: new Date('2012-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    fc.assert(
      fc.property(day, zone, (date, timeZone) => {
        const dueDate = date.toISOString().slice(0, 10)
        const at = overdueAt(dueDate, timeZone)
        expect(localDayOf(at, timeZone) > dueDate).toBe(true)
        expect(localDayOf(new Date(at.getTime() - 1), timeZone) <= dueDate).toBe(true)
      }),
    )
  })
})

test('a due date is a day that the calendar has', () => {
  expect(['2026-02-28', '2028-02-29'].filter((day) => !isCalendarDay(day))).toEqual([])
  expect(['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T00:00', ''].filter(isCalendarDay)).toEqual([])
})
