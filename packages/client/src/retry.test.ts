import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GatewayError } from './gateway-error.ts'
import { waitBeforeNext } from './retry.ts'

const busy = new GatewayError({ status: 503, code: 'DATABASE_BUSY', message: 'busy' })

test('waitBeforeNext doubles the wait with each attempt and subtracts at most a random half', () => {
  const waits = [1, 2, 3].map((number) => waitBeforeNext({ error: busy, number, isSafe: true, remainingMs: 30_000, maxRetries: 3 }, 0))
  expect(waits).toEqual([250, 500, 1_000])
  expect(waitBeforeNext({ error: busy, number: 1, isSafe: true, remainingMs: 30_000, maxRetries: 3 }, 1)).toBe(125)
})

test('waitBeforeNext does not retry a replayed answer', () => {
  const told = { success: false, error: 'no address', code: 'CHAIN_UNAVAILABLE' }
  const after = (response: object) =>
    waitBeforeNext(
      {
        error: new GatewayError({ status: 503, code: told.code, message: told.error, response }),
        number: 1,
        isSafe: true,
        remainingMs: 30_000,
        maxRetries: 3,
      },
      0,
    )
  expect(after(told)).toBe(250)
  expect(after({ ...told, idempotent_replay: true })).toBeUndefined()
})

test('waitBeforeNext never exceeds the timeout of the call, and never retries an unsafe one, for any failure', () => {
  const attempts = fc.record({
    error: fc
      .record({
        status: fc.constantFrom(0, 400, 409, 429, 500, 503),
        code: fc.string(),
        retryAfterMs: fc.option(fc.nat(90_000), { nil: undefined }),
      })
      .map((failure) => new GatewayError({ ...failure, message: '' })),
    number: fc.integer({ min: 1, max: 9 }),
    isSafe: fc.boolean(),
    remainingMs: fc.integer({ min: -10, max: 30_000 }),
    maxRetries: fc.integer({ min: 0, max: 5 }),
  })
  fc.assert(
    fc.property(attempts, fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const waitMs = waitBeforeNext(attempt, random)
      const isAllowed =
        attempt.isSafe &&
        attempt.number <= attempt.maxRetries &&
        Number(waitMs) < attempt.remainingMs &&
        Number(waitMs) >= (attempt.error.retryAfterMs ?? 0)
      expect(waitMs === undefined || isAllowed).toBe(true)
    }),
  )
})
