import { z } from 'zod'
import { type Read, scalar } from './scalar.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A moment in an answer. */
export const Time = z.string().meta({
  description: 'RFC 3339 time in UTC with milliseconds.',
  example: '2026-10-01T12:00:00.000Z',
  format: 'date-time',
})

/** A moment as answers spell it. */
export const presentTime = (at: Date): string => at.toISOString()

/** A moment that may not have come yet, as answers spell it. */
export const presentTimeOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

/** A calendar day of the proleptic Gregorian calendar, as the moment it begins in UTC. */
export const Day = scalar<string, Date>(readDay, {
  description: 'Calendar day in UTC.',
  example: '2026-10-01',
  type: 'string',
  format: 'date',
})

/** The moment a day is over: the next one begins. */
export const dayAfter = (day: Date): Date => new Date(day.getTime() + DAY_MS)

/** Parsing alone would turn 30 February into 2 March, so the day must come back as it was written. */
function readDay(raw: unknown): Read<Date> {
  const refusal = { problem: 'must be a day of the calendar, YYYY-MM-DD' }
  if (typeof raw !== 'string' || !DAY.test(raw)) return refusal
  const at = new Date(`${raw}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(raw) ? { value: at } : refusal
}
