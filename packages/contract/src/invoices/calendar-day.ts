import { isCalendarDay } from '@gateway/domain/invoices/due-day'
import { scalar, type ScalarMeta } from '../wire/scalar.ts'

/** A day of the calendar without a time zone, as it is written: `2026-10-31`. */
export const calendarDay = (meta: ScalarMeta) =>
  scalar<string, string>(
    (raw) => (typeof raw === 'string' && isCalendarDay(raw) ? { value: raw } : { problem: 'must be a day of the calendar, YYYY-MM-DD' }),
    { type: 'string', format: 'date', ...meta },
  )
