import { describe, expect, test } from 'vitest'
import { plans, usagePeriod } from './plan.ts'

describe('plans', () => {
  test('charge 1 % for 100 monthly transactions (starter) and 0.5 % for 10 000 (professional)', () => {
    expect(plans).toEqual({
      starter: { feeBps: 100, monthlyTransactions: 100 },
      professional: { feeBps: 50, monthlyTransactions: 10_000 },
    })
  })
})

describe('usagePeriod', () => {
  test.each([
    ['2026-11-01T00:00:00.000Z', '2026-11'],
    ['2026-10-31T23:59:59.999Z', '2026-10'],
    ['2026-12-31T23:30:00.000-05:00', '2027-01'],
    ['2028-02-29T12:00:00.000Z', '2028-02'],
  ])('counts %s in the UTC month %s', (instant, period) => {
    expect(usagePeriod(new Date(instant))).toBe(period)
  })
})
