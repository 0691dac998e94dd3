import type { RateSource } from '@gateway/providers/rates/source'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { createTRPCClient, httpLink } from '@trpc/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppRouter } from '../router.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const now = '2026-10-01T12:00:00.000Z'
const prices = {
  'BTC/USD': '61234.5',
  'ETH/USD': '2500',
  'USDC/USD': '1.001',
  'DOGE/USD': '0.123456789012',
  'USD/EUR': '0.92',
  'USD/JPY': '150',
}

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
beforeEach(() => void Object.assign(server.api, { rates: staticRates(prices) }))
afterAll(() => server.close())

const get = (query: string) => server.say('GET', `/api/rates${query}`)
const list = (body: object) => server.say('POST', '/api/rates/batch', { body })

describe('rates.get', () => {
  describe('200', () => {
    test('returns the price of a coin without a credential, with CORS, cacheable for fifteen seconds', async () => {
      const { status, body, headers } = await get('?crypto=BTC')
      expect(status).toBe(200)
      expect(body).toEqual({
        success: true,
        crypto: 'BTC',
        coin: 'BTC',
        fiat: 'USD',
        price: 61_234.5,
        rate: 61_234.5,
        timestamp: now,
        sources: ['static'],
        stale: false,
      })
      expect(headers).toMatchObject({ 'cache-control': 'public, max-age=15', 'access-control-allow-origin': '*' })
    })

    test.each([
      ['the alias coin', '?coin=btc', { crypto: 'BTC', price: 61_234.5 }],
      ['the alias symbol', '?symbol=Btc&currency=usd', { crypto: 'BTC', fiat: 'USD' }],
      ['the alias fiat_currency', '?crypto=BTC&fiat_currency=EUR', { fiat: 'EUR', price: 56_335.74 }],
      ['a coin without payments', '?crypto=doge', { crypto: 'DOGE', price: 0.123456789 }],
      ['a token on a chain', '?crypto=usdc_pol', { crypto: 'USDC_POL', coin: 'USDC_POL', price: 1 }],
      ['an ignored invalid credential', '?crypto=ETH', { price: 2_500 }],
    ])('accepts %s', async (_what, query, expected) => {
      const { status, body } = await server.say('GET', `/api/rates${query}`, { key: 'gw_live_nonsense' })
      expect(status).toBe(200)
      expect(body).toMatchObject(expected)
    })

    test.each([
      ['/api/rates?crypto=BTC&amount=25', { amount: 25, cryptoAmount: 0.00040827, crypto_amount: 0.00040827, rate: 61_234.5 }],
      ['/api/rates/convert?crypto=BTC&amount=25.00', { amount: 25, cryptoAmount: 0.00040827 }],
      ['/api/rates/convert?coin=ETH&currency=JPY&amount=1000', { amount: 1_000, crypto_amount: 0.002666666666666667, fiat: 'JPY' }],
      ['/api/rates/convert?coin=USDC_ETH&amount=0.01', { crypto_amount: 0.01 }],
    ])('converts at %s', async (path, expected) => {
      const { status, body, headers } = await server.say('GET', path)
      expect(status).toBe(200)
      expect(body).toMatchObject(expected)
      expect(headers['cache-control']).toBe('public, max-age=15')
    })

    test('returns several rates for a list of coins', async () => {
      expect((await get('?coins=BTC,eth,XRP')).body).toEqual({
        success: true,
        fiat: 'USD',
        rates: { BTC: 61_234.5, eth: 2_500 },
        unavailable: ['XRP'],
        timestamp: now,
        stale: false,
      })
    })

    test('returns the last good rate as stale', async () => {
      const fixed = staticRates(prices)
      const lost: RateSource = { findPrice: async () => undefined, findLastGood: (pair, at) => fixed.findPrice(pair, at) }
      Object.assign(server.api, { rates: lost })
      expect((await get('?crypto=BTC')).body).toMatchObject({ price: 61_234.5, stale: true })
    })
  })

  describe('400', () => {
    test.each([
      ['', 'VALIDATION_ERROR', 'crypto'],
      ['?crypto=', 'UNSUPPORTED_BLOCKCHAIN', 'crypto'],
      ['?crypto=LTC', 'UNSUPPORTED_BLOCKCHAIN', 'crypto'],
      ['?crypto=BTC&coin=ETH', 'VALIDATION_ERROR', 'crypto'],
      ['?crypto=BTC&crypto=ETH', 'UNSUPPORTED_BLOCKCHAIN', 'crypto'],
      ['?crypto=%D0%92TC', 'UNSUPPORTED_BLOCKCHAIN', 'crypto'],
      ['?crypto=BTC&fiat=RUB', 'UNSUPPORTED_CURRENCY', 'fiat'],
      ['?crypto=BTC&amount=0', 'INVALID_AMOUNT', 'amount'],
      ['?crypto=BTC&amount=1.234', 'INVALID_AMOUNT', 'amount'],
      ['?crypto=BTC&fiat=JPY&amount=1.5', 'INVALID_AMOUNT', 'amount'],
      ['/convert?crypto=BTC', 'VALIDATION_ERROR', 'amount'],
      ['?coins=', 'VALIDATION_ERROR', 'coins'],
      [`?coins=${'BTC,'.repeat(50)}BTC`, 'VALIDATION_ERROR', 'coins'],
    ])('rejects %s', async (query, code, field) => {
      const { status, body, headers } = await get(query)
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, code, details: [{ field }] })
      expect(headers['cache-control']).toBe('no-store')
    })
  })

  describe('503 RATE_UNAVAILABLE', () => {
    test.each(['?crypto=SOL', '?crypto=BTC&fiat=BRL', '?crypto=SOL&amount=5', '?coins=SOL,nothing'])(
      'answers %s with an error, never with a default',
      async (query) => {
        const { status, body, headers } = await get(query)
        expect(status).toBe(503)
        expect(body).toMatchObject({ success: false, code: 'RATE_UNAVAILABLE' })
        expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
      },
    )
  })
})

describe('rates.list', () => {
  test('spells coins as requested, and lists unknown ones in unavailable', async () => {
    const { status, body } = await list({ cryptocurrencies: ['btc', 'Usdc_Sol', 'nothing', '__proto__', 'SOL'], fiatCurrency: 'eur' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      fiat: 'EUR',
      rates: { btc: 56_335.74, Usdc_Sol: 0.92092 },
      unavailable: ['nothing', '__proto__', 'SOL'],
      timestamp: now,
      stale: false,
    })
  })

  test.each([['coins'], ['cryptos'], ['symbols']])('accepts the alias %s', async (name) => {
    expect((await list({ [name]: ['ETH'], currency: 'USD' })).body).toMatchObject({ rates: { ETH: 2_500 } })
  })

  test('succeeds with unknown coins only', async () => {
    expect((await list({ coins: ['nothing'] })).body).toMatchObject({ rates: {}, unavailable: ['nothing'], timestamp: now })
  })

  test('returns 503 when no known coin has a rate', async () => {
    expect(await list({ coins: ['SOL', 'nothing'] })).toMatchObject({ status: 503, body: { code: 'RATE_UNAVAILABLE' } })
  })

  test.each([
    ['nothing', {}],
    ['no coin', { coins: [] }],
    ['51 coins', { coins: Array.from({ length: 51 }, () => 'BTC') }],
    ['a text', { coins: 'BTC' }],
    ['a number among them', { coins: ['BTC', 7] }],
    ['an unknown currency', { coins: ['BTC'], fiat: 'RUB' }],
  ])('rejects %s', async (_what, body) => {
    expect((await list(body)).status).toBe(400)
  })

  test('allows any origin, in its preflight too', async () => {
    const { status, headers } = await server.say('OPTIONS', '/api/rates/batch')
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-allow-methods': 'POST, OPTIONS' })
  })
})

test('RPC clients get the same rates', async () => {
  const rpc = createTRPCClient<AppRouter>({ links: [httpLink({ url: `http://127.0.0.1:${server.port}/trpc` })] })
  expect(await rpc.rates.get.query({ crypto: 'BTC', fiat: 'EUR' })).toMatchObject({ price: 56_335.74, fiat: 'EUR' })
  expect(await rpc.rates.convert.query({ crypto: 'ETH', amount: 25 })).toMatchObject({ cryptoAmount: 0.01 })
  expect(await rpc.rates.list.query({ cryptocurrencies: ['BTC'] })).toMatchObject({ rates: { BTC: 61_234.5 } })
})
