import { z } from 'zod'
import { type Read, scalar } from './scalar.ts'

const DAY_MS = 24 * 60 * 60 * 1000
// RFC 3339 with any offset; seconds and their fraction as it demands.
const MOMENT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A moment in an answer. */
export const Time = z.string().meta({
  description: 'The time is RFC 3339 in UTC, with milliseconds.',
  example: '2026-10-01T12:00:00.000Z',
  format: 'date-time',
})

/** A time as written in answers. */
export const presentTime = (at: Date): string => at.toISOString()

/** An optional time as written in answers. */
export const presentTimeOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

/** A time in a request, with any offset. */
export const Moment = scalar<string, Date>(readMoment, {
  description: 'The time is RFC 3339, with an offset from UTC.',
  example: '2027-10-01T12:00:00.000Z',
  type: 'string',
  format: 'date-time',
})

/** A calendar day of the proleptic Gregorian calendar, as the moment it begins in UTC. */
export const Day = scalar<string, Date>(readDay, {
  description: 'The day is a calendar day in UTC.',
  example: '2026-10-01',
  type: 'string',
  format: 'date',
})

/** The end of a day: the start of the next one. */
export const dayAfter = (day: Date): Date => new Date(day.getTime() + DAY_MS)

/** Parsing alone would turn 30 February into 2 March, so the formatted day must equal the input. */
function readDay(raw: unknown): Read<Date> {
  const refusal = { problem: 'must be a day of the calendar, YYYY-MM-DD' }
  if (typeof raw !== 'string' || !DAY.test(raw)) return refusal
  const at = new Date(`${raw}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(raw) ? { value: at } : refusal
}

/**
 * The day is validated separately, because an impossible date would become another. An offset can lead beyond the years of RFC 3339, 0000
 * to 9999, which answers could not spell.
 */
function readMoment(raw: unknown): Read<Date> {
  const refusal = { problem: 'must be a time such as 2027-10-01T12:00:00.000Z' }
  const [, day] = typeof raw === 'string' ? (MOMENT.exec(raw) ?? []) : []
  if (typeof raw !== 'string' || day === undefined || 'problem' in readDay(day)) return refusal
  const at = new Date(raw)
  return MOMENT.test(presentTime(at)) ? { value: at } : refusal
}
