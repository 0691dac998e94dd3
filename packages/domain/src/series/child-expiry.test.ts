import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { childExpiresInHours } from './child-expiry.ts'

const HOUR = 3_600_000
const opened = new Date('2027-01-01T09:00:00.000Z')
const after = (ms: number) => new Date(opened.getTime() + ms)

describe('childExpiresInHours', () => {
  test('ends a child at the next slot', () => {
    expect(childExpiresInHours(opened, after(168 * HOUR))).toBe(168)
    expect(childExpiresInHours(opened, after(167 * HOUR))).toBe(167)
    expect(childExpiresInHours(opened, after(167.5 * HOUR))).toBe(167.5)
  })

  test('ends a child of a month of 31 days after 720 hours', () => {
    expect(childExpiresInHours(opened, after(672 * HOUR))).toBe(672)
    expect(childExpiresInHours(opened, after(720 * HOUR))).toBe(720)
    expect(childExpiresInHours(opened, after(744 * HOUR))).toBe(720)
  })

  test('gives a child that was opened shortly before the next slot one hour', () => {
    expect(childExpiresInHours(opened, after(1))).toBe(1)
    expect(childExpiresInHours(opened, after(HOUR))).toBe(1)
    expect(childExpiresInHours(opened, opened)).toBe(1)
  })

  test('the expiry of a child is between 1 and 720 hours, and exact to the millisecond in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: -HOUR, max: 800 * HOUR }), (ms) => {
        const expiresInMs = Math.round(childExpiresInHours(opened, after(ms)) * HOUR)
        expect(expiresInMs).toBe(Math.min(720 * HOUR, Math.max(HOUR, ms)))
      }),
    )
  })
})
