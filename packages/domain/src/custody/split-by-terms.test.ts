import { expect, test } from 'vitest'
import { splitByTerms } from './split-by-terms.ts'

const conditions = { amountUnits: '10000', tokenHash: '00', expiresAt: '2026-11-01T00:00:00.000Z' }

test('the fee of a payment is a share of everything that is forwarded', () => {
  expect(splitByTerms({ subject: 'payment', feeBps: 100, conditions: null }, 20_000n, 300n)).toEqual({
    feeUnits: 200n,
    merchantUnits: 19_500n,
    networkFeeUnits: 300n,
    excessUnits: 0n,
  })
})

test('the fee of a released escrow is a share of its amount, and the excess above the amount is a part of its own', () => {
  expect(splitByTerms({ subject: 'escrow', feeBps: 100, conditions }, 12_500n, 300n)).toEqual({
    feeUnits: 100n,
    merchantUnits: 12_100n,
    networkFeeUnits: 300n,
    excessUnits: 2_500n,
  })
})

test('a refund is whole: no fee, and nothing of it is above the amount', () => {
  expect(splitByTerms({ subject: 'escrow_refund', feeBps: 0, conditions }, 12_500n, 300n)).toEqual({
    feeUnits: 0n,
    merchantUnits: 12_200n,
    networkFeeUnits: 300n,
    excessUnits: 0n,
  })
})
