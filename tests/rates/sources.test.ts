import { testOperator } from '@gateway/operations/testing/test-operator'
import type { SourcePrice } from '@gateway/domain/rates/quote'
import { type PriceSources, startPriceSources } from '@gateway/testing/price-sources'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Said, say } from '../support/say.ts'
import { operate } from '../support/operator.ts'
import { openStory, type Story } from '../support/story.ts'

const prices = { BTC: '60000', ETH: '3000', USDC: '1', USDT: '1' }

let sources: PriceSources
let story: Story
beforeAll(async () => {
  sources = await startPriceSources({ prices, perEuro: { USD: '1.25', JPY: '187.5' } })
  sources.behave('coinbase', 'dead')
  sources.behave('bitfinex', { prices: { ...prices, BTC: '6000000' } })
  sources.behave('bitstamp', { prices: { ...prices, BTC: '55000' }, ageSeconds: 61 })
  sources.behave('okx', { prices: { ...prices, BTC: '60010' } })
  story = await openStory({ chains: ['BTC', 'ETH'], rateSources: { ...sources.settings, RATES_EVERY_SECONDS: '1' } })
})
afterAll(async () => {
  await story?.close()
  await sources?.close()
})

const ask = (route: string, body?: Said['body']): Promise<Said> =>
  say(story.gateway.api, route, { key: story.shop.key, ...(body && { body }) })
const create = (body: Said['body']) => ask('POST /payments/create', body)

/** Waits until the rate of bitcoin is accepted. */
const untilRate = (what: string, accepts: (said: Said) => boolean): Promise<Said> =>
  eventually(what, async () => {
    const said = await ask('GET /rates?crypto=BTC')
    return accepts(said) && said
  })

interface StoredQuote {
  readonly rate: string
  readonly sources: readonly SourcePrice[]
}

/** The quote of a payment as it is stored. */
async function quoteOf({ body }: Said): Promise<StoredQuote> {
  const { id } = body['rate'] as { id: string }
  const { rows } = await story.sql.query<StoredQuote>('SELECT rate::text, sources FROM quote WHERE id = $1', [id])
  const [quote] = rows
  if (!quote) throw new Error('the payment has no quote')
  return quote
}

/** The due satoshis for a fiat amount in cents: by the stored rate alone, rounded up. */
function dueSatoshis(cents: bigint, rate: string): bigint {
  const [whole = '', fraction = ''] = rate.split('.')
  const [dividend, divisor] = [cents * 10n ** BigInt(8 + fraction.length), 100n * BigInt(whole + fraction)]
  return (dividend + divisor - 1n) / divisor
}

const satoshis = (text: unknown): bigint => {
  const [whole = '', fraction = ''] = String(text).split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}

test('the price ignores a dead, a wrong and an old source, and a payment names the sources of its quote', async () => {
  const { status, body, headers } = await untilRate('a price', (said) => said.status === 200)
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, crypto: 'BTC', coin: 'BTC', fiat: 'USD', price: 60_005, rate: 60_005, stale: false })
  expect(body['sources']).toEqual(['kraken', 'okx'])
  expect(headers.get('cache-control')).toBe('public, max-age=15')
  expect(headers.get('access-control-allow-origin')).toBe('*')

  const asked = await create({ amount: 25, currency: 'USD', blockchain: 'BTC' })
  expect(asked.status).toBe(201)
  expect(asked.body['rate']).toMatchObject({ price: 60_005, sources: ['kraken', 'okx'], crypto: 'BTC', fiat: 'USD' })
  const quote = await quoteOf(asked)
  const said = quote.sources.map(({ source, pair, price }) => ({ source, pair, price }))
  expect(said).toEqual([
    { source: 'kraken', pair: 'BTC/USD', price: '60000' },
    { source: 'okx', pair: 'BTC/USD', price: '60010' },
  ])
  expect(quote.sources[1]?.from).toEqual({ pair: 'BTC/USDT', price: '60010' })
  expect(quote.rate).toBe('60005')
  expect(satoshis(asked.body['crypto_amount'])).toBe(dueSatoshis(2_500n, quote.rate))
})

test('a payment in euros is priced by the dollar price and the central bank, and names both', async () => {
  const asked = await create({ amount: 40, currency: 'EUR', blockchain: 'BTC' })
  expect(asked.status).toBe(201)
  const quote = await quoteOf(asked)
  expect(quote.sources.map(({ source, pair, price }) => `${source} ${pair} ${price}`)).toEqual([
    'kraken BTC/USD 60000',
    'okx BTC/USD 60010',
    'ecb USD/EUR 0.8',
  ])
  expect(quote.rate).toBe('48004')
  expect(satoshis(asked.body['crypto_amount'])).toBe(dueSatoshis(4_000n, quote.rate))
  expect(asked.body['rate']).toMatchObject({ price: 48_004, sources: ['kraken', 'okx', 'ecb'] })
})

test('too few sources reject payments with RATE_UNAVAILABLE and show a stale rate, until sources return', async () => {
  // These two carry their own times, so their prices are used for ten seconds more.
  for (const name of ['bitstamp', 'okx'] as const) sources.behave(name, { prices, ageSeconds: 50 })
  sources.behave('kraken', 'dead')
  await untilRate('the others to be relied upon', ({ body }) => JSON.stringify(body['sources']) === '["bitstamp","okx"]')
  sources.behave('okx', 'dead')
  sources.behave('bitstamp', { prices, ageSeconds: 61 })
  const stale = await untilRate('the rate to be stale', ({ body }) => body['stale'] === true)
  expect(stale.body).toMatchObject({ price: 60_000, sources: ['bitstamp', 'okx'], stale: true })
  const refused = await create({ amount: 25, currency: 'USD', blockchain: 'BTC' })
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ success: false, code: 'RATE_UNAVAILABLE' })
  expect(refused.headers.get('retry-after')).not.toBeNull()
  expect(refused.headers.get('cache-control')).toBe('no-store')
  const listed = await ask('POST /rates/batch', { coins: ['btc', 'USDC_ETH', 'nothing'], currency: 'eur' })
  expect(listed.body).toMatchObject({ fiat: 'EUR', rates: { btc: 48_000, USDC_ETH: 0.8 }, unavailable: ['nothing'], stale: true })

  const risen = { ...prices, BTC: '61000' }
  for (const name of ['bitfinex', 'bitstamp'] as const) sources.behave(name, { prices: risen })
  await untilRate('sources to be believed again', ({ body }) => body['stale'] === false)
  const again = await create({ amount: 25, currency: 'USD', blockchain: 'BTC' })
  expect(again.status).toBe(201)
  expect(again.body['rate']).toMatchObject({ price: 61_000, sources: ['bitstamp', 'bitfinex'] })
})

test('a source that keeps failing is polled less often', async () => {
  const { rows } = await story.sql.query(
    "SELECT failures >= 3 AS open, rests_until > asked_at AS rests FROM rate_source WHERE name = 'coinbase'",
  )
  expect(rows).toEqual([{ open: true, rests: true }])
  expect(sources.asked('bitfinex')).toBeGreaterThan(sources.asked('coinbase'))
})

test('a price that more than doubles prices no payment until an operator confirms it', async () => {
  const doubled = { ...prices, BTC: '130000' }
  for (const name of ['bitfinex', 'bitstamp'] as const) sources.behave(name, { prices: doubled })
  const held = await untilRate('the price to be held', ({ body }) => body['stale'] === true)
  expect(held.body).toMatchObject({ price: 61_000 })
  expect(await create({ amount: 25, currency: 'USD', blockchain: 'BTC' })).toMatchObject({
    status: 503,
    body: { code: 'RATE_UNAVAILABLE' },
  })
  expect((await create({ amount: 25, currency: 'USD', blockchain: 'ETH' })).status).toBe(201)
  expect(await operate(story, 'rates')).toMatch(/BTC\/USD.*130000.*61000.*operator/s)
  await expect(operate(story, 'confirm-rate', 'BTC/USD', '61000')).rejects.toThrow('the held price of BTC/USD is 130000')
  expect(await operate(story, 'confirm-rate', 'btc/usd', '130000')).toContain('Confirmed.')
  await untilRate('the price to be used', ({ body }) => body['price'] === 130_000 && body['stale'] === false)
  expect((await create({ amount: 25, currency: 'USD', blockchain: 'BTC' })).body['rate']).toMatchObject({ price: 130_000 })
  const { rows } = await story.sql.query("SELECT actor, subject_id FROM audit_entry WHERE action = 'rate.confirm'")
  expect(rows).toEqual([{ actor: testOperator('anna').as, subject_id: 'BTC/USD' }])
})
