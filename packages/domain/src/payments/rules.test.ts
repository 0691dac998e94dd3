import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetCodes, assetOf, type ChainCode } from '../money/asset.ts'
import { findUnits } from '../money/decimal.ts'
import { defaultRules as rules } from './payment-rules.ts'
import {
  confirmationsAt,
  isSufficient,
  minimumUnits,
  paymentWindow,
  remainderUnits,
  requiredConfirmations,
  splitReceived,
  toleranceUnits,
} from './rules.ts'

const units = fc.bigInt({ min: 0n, max: 10n ** 40n })
const chains = ['BTC', 'BCH', 'ETH', 'POL', 'SOL'] as const
const policyText = (chain: ChainCode, usdCents: bigint): string => {
  const { confirmations, finality } = requiredConfirmations({ rules, chain, usdCents })
  return `${confirmations}${finality ? ' and final' : ''}`
}

test("confirmationsAt counts the deposit's own block as the first, and none for a block above the head", () => {
  expect([98, 99, 100, 101, 105].map((head) => confirmationsAt(100, head))).toEqual([0, 0, 1, 2, 6])
})

describe('splitReceived', () => {
  test('adds up to the received amount, for any amounts', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 10_000 }), units, (received, feeBps, network) => {
        const split = splitReceived(received, feeBps, network)
        expect(split.feeUnits + split.merchantUnits + split.networkFeeUnits).toBe(received)
        expect(split.networkFeeUnits).toBe(network)
        // The fee is the largest whole number that is at most the share.
        expect(split.feeUnits * 10_000n <= received * BigInt(feeBps) && (split.feeUnits + 1n) * 10_000n > received * BigInt(feeBps)).toBe(
          true,
        )
      }),
    )
  })

  test('rounds the fee down and gives the remainder to the merchant', () => {
    expect(splitReceived(100_099n, 100, 500n)).toEqual({ feeUnits: 1_000n, merchantUnits: 98_599n, networkFeeUnits: 500n })
    expect(splitReceived(199n, 50, 0n)).toEqual({ feeUnits: 0n, merchantUnits: 199n, networkFeeUnits: 0n })
  })
})

describe('requiredConfirmations', () => {
  const bounds = [0n, 9_999n, 10_000n, 99_999n, 100_000n, 999_999n, 1_000_000n, 100_000_000n]
  test.each([
    ['BTC', ['1', '1', '2', '2', '3', '3', '6', '6']],
    ['BCH', ['1', '1', '3', '3', '6', '6', '6', '6']],
    ['ETH', ['12', '12', '12', '12', '12', '12', '12 and final', '12 and final']],
    ['POL', bounds.map(() => '1 and final')],
    ['SOL', bounds.map(() => '1 and final')],
  ] as const)('requires more on %s from 100, 1 000 and 10 000 USD', (chain, expected) => {
    expect(bounds.map((cents) => policyText(chain, cents))).toEqual(expected)
  })

  test("uses the bands and limits of the payment's own rules", () => {
    const patient = {
      ...rules,
      bandLimitsUsdCents: [100n, 200n, 300n],
      confirmationBands: { ...rules.confirmationBands, BTC: [2, 4, 6, 8].map((confirmations) => ({ confirmations, finality: false })) },
    }
    const asked = [99n, 100n, 200n, 300n].map((usdCents) => requiredConfirmations({ rules: patient, chain: 'BTC', usdCents }).confirmations)
    expect(asked).toEqual([2, 4, 6, 8])
  })

  test('may rise with a growing amount and never falls with a shrinking one', () => {
    const cents = fc.bigInt({ min: 0n, max: 2_000_000n })
    fc.assert(
      fc.property(fc.constantFrom(...chains), cents, cents, (chain, first, second) => {
        const before = requiredConfirmations({ rules, chain, usdCents: first })
        const after = requiredConfirmations({ rules, chain, usdCents: second }, before)
        expect(after).toEqual(requiredConfirmations({ rules, chain, usdCents: first > second ? first : second }))
      }),
    )
  })
})

describe('isSufficient', () => {
  const terms = (asset: (typeof assetCodes)[number], due: bigint, toleranceBps: number) => ({
    dueUnits: due,
    toleranceUnits: toleranceUnits(rules, { asset: assetOf(asset), units: due, toleranceBps }),
  })

  test('allows one missing quoted unit, not two', () => {
    const bitcoin = terms('BTC', 100_000n, 0)
    expect([99_998n, 99_999n, 100_000n].map((received) => isSufficient(bitcoin, received))).toEqual([false, true, true])
    const ether = terms('ETH', 10n ** 18n, 0)
    const leastEther = 10n ** 18n - 10n ** 10n
    expect([leastEther - 1n, leastEther].map((received) => isSufficient(ether, received))).toEqual([false, true])
  })

  test("allows the quoted units of the rules in addition to the business's tolerance", () => {
    const missing = (toleranceQuotedUnits: number) =>
      toleranceUnits({ ...rules, toleranceQuotedUnits }, { asset: assetOf('SOL'), units: 10_000n, toleranceBps: 100 })
    expect([0, 1, 7].map(missing)).toEqual([100n, 110n, 170n])
  })

  test('allows a business tolerance of up to a fifth', () => {
    const forgiving = terms('USDC_ETH', 1_000_000n, 2_000)
    expect([799_998n, 799_999n].map((received) => isSufficient(forgiving, received))).toEqual([false, true])
    const half = terms('BTC', 199n, 50)
    expect(half.toleranceUnits).toBe(1n)
  })

  test('rejects zero for any tolerance', () => {
    expect(isSufficient({ dueUnits: 1n, toleranceUnits: 1n }, 0n)).toBe(false)
  })

  test('keeps a boundary exact to the unit for every asset and tolerance', () => {
    const due = fc.bigInt({ min: 10n ** 12n, max: 10n ** 30n })
    fc.assert(
      fc.property(fc.constantFrom(...assetCodes), due, fc.integer({ min: 0, max: 2_000 }), (code, dueUnits, bps) => {
        const agreed = terms(code, dueUnits, bps)
        expect(isSufficient(agreed, dueUnits - agreed.toleranceUnits)).toBe(true)
        expect(isSufficient(agreed, dueUnits - agreed.toleranceUnits - 1n)).toBe(false)
      }),
    )
  })
})

describe('remainderUnits', () => {
  test('returns the unpaid rest, and zero after an overpayment', () => {
    expect([0n, 40n, 100n, 101n].map((received) => remainderUnits(100n, received))).toEqual([100n, 60n, 0n, 0n])
  })
})

describe('minimumUnits', () => {
  test("returns ten times the forwarding cost, or the asset's floor where that is more", () => {
    expect([0n, 499n, 500n, 501n].map((cost) => minimumUnits(rules, 'BTC', cost))).toEqual([5_000n, 5_000n, 5_000n, 5_010n])
    expect(minimumUnits(rules, 'USDC_ETH', 0n)).toBe(findUnits('1', 6))
  })

  test("uses the floor and the cost multiple of the payment's rules", () => {
    const own = { ...rules, costMultiple: 3, floorUnits: { ...rules.floorUnits, BTC: 1_000n } }
    expect([0n, 333n, 334n].map((cost) => minimumUnits(own, 'BTC', cost))).toEqual([1_000n, 1_000n, 1_002n])
  })
})

test('paymentWindow defaults to 15 minutes, between one minute and one day', () => {
  expect(paymentWindow).toEqual({ defaultSeconds: 900, minSeconds: 60, maxSeconds: 86_400 })
})
