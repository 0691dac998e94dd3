import { describe, expect, test } from 'vitest'
import { RatesEnv } from './env.ts'
import { staticRates } from './static-rates.ts'

const at = new Date('2026-10-01T12:00:00.000Z')
const rates = staticRates({ 'BTC/USD': '60000.10', 'BTC/EUR': '55000', 'ETH/USD': '2500.5', 'USD/EUR': '0.92', 'USD/JPY': '150' })

describe('staticRates', () => {
  test('returns prices as configured, with their source and the current time', async () => {
    expect(await rates.findPrice({ ticker: 'BTC', currency: 'USD' }, at)).toEqual({
      price: { digits: 6_000_010n, scale: 2 },
      asOf: at,
      sources: [{ source: 'static', price: '60000.10', at: '2026-10-01T12:00:00.000Z' }],
    })
  })

  test('prefers a direct pair to one crossed over the dollar', async () => {
    expect((await rates.findPrice({ ticker: 'BTC', currency: 'EUR' }, at))?.price).toEqual({ digits: 55_000n, scale: 0 })
  })

  test('crosses other currencies over the dollar, exactly', async () => {
    const crossed = await rates.findPrice({ ticker: 'ETH', currency: 'EUR' }, at)
    expect(crossed?.price).toEqual({ digits: 2_300_460n, scale: 3 })
    expect(crossed?.sources[0]?.price).toBe('2300.460')
  })

  test.each([
    ['an unset coin', { ticker: 'DOGE', currency: 'USD' as const }],
    ['an unset currency', { ticker: 'BTC', currency: 'BRL' as const }],
  ])('returns undefined for %s, and no default', async (_what, pair) => {
    expect(await rates.findPrice(pair, at)).toBeUndefined()
  })
})

describe('RatesEnv', () => {
  test('parses an object of pairs and decimals', () => {
    expect(RatesEnv.parse({ STATIC_RATES: '{"BTC/USD":"60000"}' })).toEqual({ STATIC_RATES: { 'BTC/USD': '60000' } })
    expect(RatesEnv.parse({})).toEqual({ STATIC_RATES: {} })
  })

  test.each(['nonsense', '[]', '{"BTC":"1"}', '{"BTC/USD":60000}', '{"BTC/USD":"-1"}', '{"BTC/USD":"1e5"}'])('rejects %s', (text) => {
    expect(() => RatesEnv.parse({ STATIC_RATES: text })).toThrow('JSON object of pairs')
  })
})
