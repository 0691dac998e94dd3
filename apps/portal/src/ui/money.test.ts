import { describe, expect, test } from 'vitest'
import { assetName, formatAsset, formatFiat, tickerOf } from './money.ts'

describe('amounts of a fiat currency', () => {
  test.each([
    ['149', 'EUR', '€149.00'],
    ['1000000', 'EUR', '€1,000,000.00'],
    ['0.01', 'USD', '$0.01'],
    ['1000000', 'JPY', '¥1,000,000'],
  ])('%s %s is written with the decimals of its currency', (amount, currency, text) => {
    expect(formatFiat(amount, currency)).toBe(text)
  })

  test('a price is never rounded', () => {
    expect(formatFiat('0.38271904', 'USD')).toBe('$0.38271904')
    expect(formatFiat('1.005', 'EUR')).toBe('€1.005')
    expect(formatFiat('12345678901234567.891', 'USD')).toBe('$12,345,678,901,234,567.891')
  })
})

describe('amounts of an asset', () => {
  test('amounts of an asset are shown as they were written, with the ticker', () => {
    expect(formatAsset('0.00000001', 'BTC')).toBe('0.00000001 BTC')
    expect(formatAsset('0.0027431', 'USDC_ETH')).toBe('0.0027431 USDC')
  })

  test('amounts of an unknown asset keep its name', () => {
    expect([tickerOf('DOGE'), assetName('DOGE')]).toEqual(['DOGE', 'DOGE'])
    expect(assetName('USDC_ETH')).toBe('USD Coin on Ethereum')
  })
})
