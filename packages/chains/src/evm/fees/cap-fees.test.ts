import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capFees } from './cap-fees.ts'

const estimate = (baseFeeWei: bigint, priorityFeeWei: bigint) => ({ family: 'account', baseFeeWei, priorityFeeWei }) as const
const caps = { maxFeePerGas: 100n, maxPriorityFeePerGas: 5n }

describe('capFees', () => {
  test('allows the base fee to double', () => {
    expect(capFees(estimate(20n, 3n), caps)).toEqual({ maxFeePerGas: 43n, maxPriorityFeePerGas: 3n })
  })

  test('reduces that allowance before it exceeds the cap', () => {
    expect(capFees(estimate(60n, 3n), caps)).toEqual({ maxFeePerGas: 100n, maxPriorityFeePerGas: 3n })
  })

  test('cuts a tip above its cap', () => {
    expect(capFees(estimate(20n, 1000n), caps)).toEqual({ maxFeePerGas: 45n, maxPriorityFeePerGas: 5n })
  })

  test('returns undefined while the chain exceeds the cap, so that the forward waits', () => {
    expect(capFees(estimate(96n, 5n), caps)).toBeUndefined()
  })

  test('allows no price without caps', () => {
    expect(capFees(estimate(1n, 1n), undefined)).toBeUndefined()
  })

  test('stays within both caps and pays the current base fee, for any answer of a node', () => {
    const wei = fc.bigInt(0n, 2n ** 40n)
    const cap = fc.bigInt(0n, 2n ** 41n)
    fc.assert(
      fc.property(wei, wei, fc.record({ maxFeePerGas: cap, maxPriorityFeePerGas: cap }), (base, tip, limits) => {
        const price = capFees(estimate(base, tip), limits)
        if (!price) return
        expect(price.maxFeePerGas <= limits.maxFeePerGas && price.maxPriorityFeePerGas <= limits.maxPriorityFeePerGas).toBe(true)
        expect(price.maxFeePerGas >= base + price.maxPriorityFeePerGas).toBe(true)
      }),
    )
  })
})
