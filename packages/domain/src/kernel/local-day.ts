import { Temporal } from 'temporal-polyfill'

/** A calendar day of a time zone, and the instant at which it begins there. */
export interface LocalDay {
  /** ISO 8601: `2026-10-01`. */
  readonly day: string
  readonly from: Date
}

/** The instant at which a day begins; where clocks skip midnight, its first instant after. @throws {RangeError} for an unknown time zone. */
export const startOfDay = (day: string, timeZone: string): Date => startOf(Temporal.PlainDate.from(day), timeZone)

/** The instant at which a day has ended. @throws {RangeError} for an unknown time zone. */
export const endOfDay = (day: string, timeZone: string): Date => startOf(Temporal.PlainDate.from(day).add({ days: 1 }), timeZone)

/** The last calendar days of a time zone, the present one last. Days are counted on the calendar, whatever their length. @throws {RangeError} for an unknown time zone. */
export function lastDays(now: Date, { timeZone, count }: { timeZone: string; count: number }): LocalDay[] {
  const today = dayAt(now, timeZone)
  return Array.from({ length: count }, (_, n) => today.subtract({ days: count - 1 - n })).map((day) => ({
    day: day.toString(),
    from: startOf(day, timeZone),
  }))
}

/** The present calendar day of a time zone, as `2026-10-31`. @throws {RangeError} for an unknown time zone. */
export const localDayOf = (now: Date, timeZone: string): string => dayAt(now, timeZone).toString()

const dayAt = (now: Date, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()

const startOf = (day: Temporal.PlainDate, timeZone: string): Date => new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
