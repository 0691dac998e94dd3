import { expect, test } from 'vitest'
import { assetCodes, assetOf } from '../money/asset.ts'
import { formatUnits } from '../money/decimal.ts'
import { BAND_COUNT, defaultRules } from './payment-rules.ts'

test('default rules let late money complete a payment for thirty days at 98 % of the rate, up to a million dollars', () => {
  const { lateWindowMs, keptBps, toleranceQuotedUnits, ceilingUsdCents, costMultiple } = defaultRules
  expect(lateWindowMs).toBe(30 * 24 * 60 * 60_000)
  expect(keptBps).toBe(9_800)
  expect(toleranceQuotedUnits).toBe(1)
  expect(ceilingUsdCents).toBe(100_000_000n)
  expect(costMultiple).toBe(10)
})

test('the default minimum of each asset is the published one', () => {
  const floors = assetCodes.map((code) => [code, formatUnits(defaultRules.floorUnits[code], assetOf(code).decimals)])
  expect(Object.fromEntries(floors)).toEqual({
    BTC: '0.00005',
    BCH: '0.00005',
    ETH: '0.0005',
    POL: '0.05',
    SOL: '0.001',
    USDC_ETH: '1',
    USDC_POL: '0.1',
    USDC_SOL: '0.1',
  })
})

test('every chain has a confirmation policy for every value band', () => {
  expect(defaultRules.bandLimitsUsdCents).toHaveLength(BAND_COUNT - 1)
  for (const policies of Object.values(defaultRules.confirmationBands)) expect(policies).toHaveLength(BAND_COUNT)
})
