import { Temporal } from 'temporal-polyfill'
import { endOfDay } from '../kernel/local-day.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** True of a day that the calendar has, written as `2026-10-31`. */
export function isCalendarDay(text: string): boolean {
  if (!DAY.test(text)) return false
  try {
    // Read as text: the same numbers as members would be moved to the last day of the month.
    Temporal.PlainDate.from(text)
    return true
  } catch {
    return false
  }
}

/**
 * The instant at which an invoice is overdue: the start of the day after its due day, where the business is. Where clocks skip midnight that is the
 * first instant of the day, such as 01:00; where midnight occurs twice, the first one.
 *
 * @throws {RangeError} for a day that the calendar does not have, and for an unknown time zone.
 */
export const overdueAt = (dueDate: string, timeZone: string): Date => endOfDay(dueDate, timeZone)
