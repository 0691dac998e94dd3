import { portion } from '@gateway/domain/money/rounding'
import fc from 'fast-check'

/** Amounts of one call to a contract, and the fee of each by the fee rule. */
interface FeeSample {
  readonly amounts: readonly bigint[]
  readonly feeBps: number
  readonly fees: readonly bigint[]
}

/** 10 000 random amounts of a token, as many to a call as fit into its gas. */
export const tokenSamples = (perCall: number): FeeSample[] => samples({ perCall, max: 2n ** 128n, numRuns: 10_000, feeStep: 37 })

/** 1 000 random amounts of native coin, as many to a call as fit into its gas. */
export const nativeSamples = (perCall: number): FeeSample[] => samples({ perCall, max: 2n ** 64n, numRuns: 1_000, feeStep: 111 })

function samples({ perCall, max, numRuns, feeStep }: { perCall: number; max: bigint; numRuns: number; feeStep: number }): FeeSample[] {
  const all = fc.sample(fc.bigInt({ min: 1n, max }), { numRuns, seed: 42 })
  return Array.from({ length: Math.ceil(numRuns / perCall) }, (_, call) => {
    const amounts = all.slice(call * perCall, (call + 1) * perCall)
    const feeBps = (call * feeStep) % 1_001
    return { amounts, feeBps, fees: amounts.map((amount) => portion(amount, feeBps)) }
  })
}
