import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterAttempt, retryDelaysMs } from './retry-schedule.ts'

const HOUR = 3_600_000
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const attemptsLeft = fc.integer({ min: 1, max: 9 })
const refusals = [null, 100, 301, 302, 400, 401, 404, 408, 422, 429, 500, 502, 503] as const

describe('afterAttempt', () => {
  test('schedules ten attempts over about 75.6 hours', () => {
    expect(retryDelaysMs).toHaveLength(9)
    expect(retryDelaysMs.reduce((total, delay) => total + delay, 0) / HOUR).toBeCloseTo(75.6, 1)
    expect(retryDelaysMs).toEqual([5_000, 300_000, 1_800_000, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR])
  })

  test.each([200, 201, 204, 299])('counts status %d as delivered, at any attempt', (statusCode) => {
    expect(afterAttempt(1, { statusCode }, 0.5)).toEqual({ input: 'accept' })
    expect(afterAttempt(10, { statusCode }, 0.5)).toEqual({ input: 'accept' })
  })

  test.each(refusals)('retries after status %s at the scheduled pause', (statusCode) => {
    expect(retryDelaysMs.map((_, index) => afterAttempt(index + 1, { statusCode }, 0.5))).toEqual(
      retryDelaysMs.map((delayMs) => ({ input: 'retry', delayMs })),
    )
  })

  test.each(refusals)('gives up after the tenth failure with status %s', (statusCode) => {
    expect(afterAttempt(10, { statusCode, retryAfterMs: HOUR }, 0.5)).toEqual({ input: 'exhaust', disable: false })
  })

  test('stops at once on 410 and switches the endpoint off', () => {
    expect(afterAttempt(1, { statusCode: 410, retryAfterMs: HOUR }, 0.5)).toEqual({ input: 'exhaust', disable: true })
    expect(afterAttempt(10, { statusCode: 410 }, 0.5)).toEqual({ input: 'exhaust', disable: true })
  })

  test('spreads pauses by at most a tenth to either side', () => {
    expect(afterAttempt(1, { statusCode: 500 }, 0)).toEqual({ input: 'retry', delayMs: 4_500 })
    expect(afterAttempt(1, { statusCode: 500 }, 0.999_999)).toEqual({ input: 'retry', delayMs: 5_500 })
    fc.assert(
      fc.property(attemptsLeft, chance, (attempt, drawn) => {
        const scheduled = retryDelaysMs[attempt - 1] ?? 0
        const next = afterAttempt(attempt, { statusCode: null }, drawn)
        const delayMs = next.input === 'retry' ? next.delayMs : Number.NaN
        expect(delayMs).toBeGreaterThanOrEqual(scheduled * 0.9)
        expect(delayMs).toBeLessThanOrEqual(scheduled * 1.1)
      }),
    )
  })

  test.each([429, 503])('extends the pause by Retry-After on %d, up to a day', (statusCode) => {
    expect(afterAttempt(1, { statusCode, retryAfterMs: 60_000 }, 0.5)).toEqual({ input: 'retry', delayMs: 60_000 })
    expect(afterAttempt(1, { statusCode, retryAfterMs: 24 * HOUR }, 0.5)).toEqual({ input: 'retry', delayMs: 24 * HOUR })
    expect(afterAttempt(1, { statusCode, retryAfterMs: 24 * HOUR + 1 }, 0.5)).toEqual({ input: 'retry', delayMs: 24 * HOUR })
  })

  test.each([429, 503])('keeps the pause when Retry-After on %d is shorter', (statusCode) => {
    expect(afterAttempt(3, { statusCode, retryAfterMs: 1 }, 0.5)).toEqual({ input: 'retry', delayMs: 1_800_000 })
  })

  test.each([null, 302, 400, 401, 500, 502])('ignores Retry-After on status %s', (statusCode) => {
    expect(afterAttempt(1, { statusCode, retryAfterMs: HOUR }, 0.5)).toEqual({ input: 'retry', delayMs: 5_000 })
  })

  test('gives up an event that would be thirty days old at its next attempt', () => {
    const old = { statusCode: 500, ageMs: 30 * 24 * HOUR - 5_000 }
    expect(afterAttempt(1, old, 0.5)).toEqual({ input: 'exhaust', disable: false })
    expect(afterAttempt(1, { ...old, ageMs: old.ageMs - 1 }, 0.5)).toEqual({ input: 'retry', delayMs: 5_000 })
    expect(afterAttempt(1, { ...old, statusCode: 200 }, 0.5)).toEqual({ input: 'accept' })
  })
})
