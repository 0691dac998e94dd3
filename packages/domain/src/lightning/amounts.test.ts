import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ceilSats, floorSats, MAX_SATS, MSAT_PER_SAT, reserveMsat } from './amounts.ts'

const amount = fc.bigInt(1n, MAX_SATS * MSAT_PER_SAT)

describe('the reserve of a Lightning send', () => {
  test('is ten satoshis up to an amount of a thousand, and a percent rounded up above it', () => {
    expect([1n, 1_000_000n, 1_000_001n, 1_000_100n, 1_000_101n].map(reserveMsat)).toEqual([10_000n, 10_000n, 10_001n, 10_001n, 10_002n])
  })

  test('is never below a percent or ten satoshis, never a millisatoshi above the larger of both, and never falls with the amount', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const r = reserveMsat(a)
        expect(r * 100n >= a && r >= 10_000n).toBe(true)
        expect(r === 10_000n || (r - 1n) * 100n < a).toBe(true)
        expect(a <= b ? r <= reserveMsat(b) : r >= reserveMsat(b)).toBe(true)
      }),
    )
  })
})

test('whole satoshis enclose an amount of millisatoshis', () => {
  fc.assert(
    fc.property(amount, (msat) => {
      const [low, high] = [floorSats(msat) * MSAT_PER_SAT, ceilSats(msat) * MSAT_PER_SAT]
      expect(low <= msat && msat <= high && high - low <= MSAT_PER_SAT).toBe(true)
      expect(high - low === 0n).toBe(msat % MSAT_PER_SAT === 0n)
    }),
  )
})
