import { Temporal } from 'temporal-polyfill'

/** When a client is reminded of an invoice, beside its due day. */
export const reminderKinds = ['before', 'on', 'after'] as const

/** Which reminder of an invoice it is. */
export type ReminderKind = (typeof reminderKinds)[number]

/** A reminder of an invoice, and its moment. */
export interface Reminder {
  readonly kind: ReminderKind
  readonly dueAt: Date
}

/** Days beside the due day. */
const offsetDays: Readonly<Record<ReminderKind, number>> = { before: -3, on: 0, after: 7 }
/** In the morning, where the business is. */
const LOCAL_TIME = '09:00'

/**
 * The reminders of an invoice that are still to come: three days before its due day, on it, and a week after it, at nine in the morning where the business is.
 * A time that clocks skip moves forward by the gap; of one that occurs twice the first is taken.
 *
 * @throws {RangeError} for a day that the calendar does not have, and for an unknown time zone.
 */
export function remindersOf(dueDate: string, { timeZone, after }: { timeZone: string; after: Date }): Reminder[] {
  const due = Temporal.PlainDate.from(dueDate)
  const all = reminderKinds.map((kind) => {
    const day = due.add({ days: offsetDays[kind] })
    const { epochMilliseconds } = day.toPlainDateTime(LOCAL_TIME).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    return { kind, dueAt: new Date(epochMilliseconds) }
  })
  return all.filter(({ dueAt }) => dueAt > after)
}
