import { findUnits } from '@gateway/domain/money/decimal'
import { fiatCodes, fiatDecimals } from '@gateway/domain/money/fiat'
import { describe, expect, test } from 'vitest'
import { plainAmount, plainQuantity, plainRate, shownAmount } from './amounts.ts'

describe('an amount of the e-invoice', () => {
  test('has all digits of its currency, no grouping and a point', () => {
    expect([plainAmount(123_450n, 'EUR'), plainAmount(-5n, 'EUR'), plainAmount(0n, 'USD')]).toEqual(['1234.50', '-0.05', '0.00'])
    expect([plainAmount(500n, 'JPY'), plainAmount(-500n, 'JPY')]).toEqual(['500', '-500'])
  })
})

describe('an amount of the page', () => {
  test('is exact beyond what a binary number holds', () => {
    expect(shownAmount(123_456_789_012_345_678_901n, 'EUR', 'en')).toBe('€1,234,567,890,123,456,789.01')
    for (const currency of fiatCodes) {
      const digits = shownAmount(9_007_199_254_740_993n, currency, 'en').replace(/[^\d.]/g, '')
      expect(findUnits(digits, fiatDecimals[currency])).toBe(9_007_199_254_740_993n)
    }
  })

  test('has Latin digits in every language', () => {
    expect(['hi', 'ja', 'zh-CN', 'de'].map((language) => shownAmount(150_000n, 'INR', language).replace(/\D/g, ''))).toEqual(
      Array(4).fill('150000'),
    )
  })
})

test('quantities and rates are the shortest decimal text', () => {
  expect([plainQuantity({ digits: 15n, scale: 1 }), plainQuantity({ digits: -100n, scale: 2 })]).toEqual(['1.5', '-1'])
  expect([plainRate(1_900), plainRate(550), plainRate(0)]).toEqual(['19', '5.5', '0'])
})
