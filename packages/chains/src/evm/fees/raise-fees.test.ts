import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GasPrice } from './cap-fees.ts'
import { raiseFees } from './raise-fees.ts'

const GWEI = 1_000_000_000n
const caps: GasPrice = { maxFeePerGas: 300n * GWEI, maxPriorityFeePerGas: 5n * GWEI }
const estimate = (baseFeeWei: bigint, priorityFeeWei = GWEI) => ({ family: 'account' as const, baseFeeWei, priorityFeeWei })

describe('raiseFees', () => {
  const earlier = { maxFeePerGas: 21n * GWEI, maxPriorityFeePerGas: GWEI }

  test('raises both fields by 15 percent when gas is no more expensive', () => {
    expect(raiseFees(earlier, estimate(GWEI), caps)).toEqual({ maxFeePerGas: 24_150_000_000n, maxPriorityFeePerGas: 1_150_000_000n })
  })

  test('returns the current price where that is higher', () => {
    expect(raiseFees(earlier, estimate(50n * GWEI, 3n * GWEI), caps)).toEqual({
      maxFeePerGas: 103n * GWEI,
      maxPriorityFeePerGas: 3n * GWEI,
    })
  })

  test.each([
    ['the total would exceed its cap', { maxFeePerGas: 280n * GWEI, maxPriorityFeePerGas: GWEI }, estimate(GWEI)],
    ['the tip would exceed its cap', { maxFeePerGas: 21n * GWEI, maxPriorityFeePerGas: 5n * GWEI }, estimate(GWEI)],
    ['the current price exceeds the cap', earlier, estimate(300n * GWEI)],
  ])('returns undefined while %s', (_why, before, present) => {
    expect(raiseFees(before, present, caps)).toBeUndefined()
  })

  test('grows by at least 15 percent each time, stops at the caps, and never offers a tip above the total', () => {
    const wei = fc.bigInt({ min: 0n, max: 400n * GWEI })
    fc.assert(
      fc.property(fc.array(fc.tuple(wei, fc.bigInt({ min: 0n, max: 8n * GWEI })), { minLength: 1, maxLength: 40 }), (seen) => {
        let price: GasPrice = { maxFeePerGas: 3n * GWEI, maxPriorityFeePerGas: GWEI }
        for (const [base, tip] of seen) {
          const raised = raiseFees(price, estimate(base, tip), caps)
          if (!raised) continue
          for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
            expect(raised[field] * 100n).toBeGreaterThanOrEqual(price[field] * 115n)
            expect(raised[field]).toBeLessThanOrEqual(caps[field])
          }
          expect(raised.maxPriorityFeePerGas).toBeLessThanOrEqual(raised.maxFeePerGas)
          price = raised
        }
      }),
    )
  })
})
