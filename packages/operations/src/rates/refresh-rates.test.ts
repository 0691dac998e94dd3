import { runStatement } from '@gateway/db/kernel/run-statement'
import { tables } from '@gateway/db/tables'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { formatUnits } from '@gateway/domain/money/decimal'
import { RateFeedsEnv } from '@gateway/providers/rates/env'
import { type Feeds, feedsOf } from '@gateway/providers/rates/feeds'
import type { RateSource } from '@gateway/providers/rates/source'
import { type PriceSources, startPriceSources } from '@gateway/testing/price-sources'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { publishSnapshot } from './publish-snapshot.ts'
import { confirmRate, listRejectedJumps } from './confirm-rate.ts'
import { refreshRates } from './refresh-rates.ts'

const SECOND_MS = 1_000
const DAY_MS = 24 * 60 * 60 * SECOND_MS
const prices = { BTC: '60000', ETH: '3000', USDT: '0.96', USDC: '1.001' }
const MARKETS = ['coinbase', 'kraken', 'bitstamp', 'bitfinex', 'okx'] as const

let ctx: TestApiContext
let sources: PriceSources
let feeds: Feeds
let rates: Required<RateSource>
/** Announces a rate snapshot, as Postgres does in the product. */
let announce: () => void
beforeEach(async () => {
  ctx = await testApiContext()
  sources = await startPriceSources({ prices, perEuro: { USD: '1.25', JPY: '187.5' }, now: () => ctx.clock.now() })
  feeds = feedsOf(RateFeedsEnv.parse(sources.settings))
  rates = publishSnapshot(ctx.orm, { on: (_channel, ear) => void (announce = ear) })
})
afterEach(async () => {
  await sources.close()
  await ctx.close()
})

const db = () => tables(ctx.orm.em.fork())

/** One poll, half a minute after the previous one. */
async function turn(): Promise<void> {
  ctx.clock.advance(30 * SECOND_MS)
  await refreshRates(ctx, feeds)
}

/** The price of a coin for a reader that has just started. */
async function priceNow(ticker: string, currency: FiatCode = 'USD', at = ctx.clock.now()): Promise<string | undefined> {
  const found = await publishSnapshot(ctx.orm, { on: () => {} }).findPrice({ ticker, currency }, at)
  return found && formatUnits(found.price.digits, found.price.scale)
}

const readSources = async () =>
  Object.fromEntries(
    (await db().selectFrom('rate_source').selectAll().execute()).map(({ name, failures, problem }) => [name, { failures, problem }]),
  )

describe('a poll', () => {
  test('asks every source once and stores their agreed prices, however many processes poll', async () => {
    ctx.clock.advance(30 * SECOND_MS)
    await Promise.all([refreshRates(ctx, feeds), refreshRates(ctx, feeds), refreshRates(ctx, feeds)])
    expect([...MARKETS, 'ecb' as const].map((name) => sources.asked(name))).toEqual([1, 1, 1, 1, 1, 1])
    expect(await priceNow('BTC')).toBe('60000')
    expect(await priceNow('BTC', 'EUR')).toBe('48000')
    expect(await priceNow('USDC')).toBe('1')
    expect(await priceNow('DOGE')).toBeUndefined()
    const [board] = await db().selectFrom('rate_snapshot').select('prices').execute()
    expect(board?.prices['BTC/USD']?.sources.map(({ source }) => source)).toEqual(['coinbase', 'kraken', 'bitstamp', 'bitfinex', 'okx'])
    expect(board?.prices['BTC/USD']?.sources.find(({ source }) => source === 'okx')?.from?.pair).toBe('BTC/USDT')
  })

  test('runs when the last one is half a minute old, and asks the central bank once an hour', async () => {
    await turn()
    ctx.clock.advance(29 * SECOND_MS)
    await refreshRates(ctx, feeds)
    expect(sources.asked('kraken')).toBe(1)
    ctx.clock.advance(SECOND_MS)
    await refreshRates(ctx, feeds)
    expect([sources.asked('kraken'), sources.asked('ecb')]).toEqual([2, 1])
    ctx.clock.advance(60 * 60 * SECOND_MS)
    await refreshRates(ctx, feeds)
    expect(sources.asked('ecb')).toBe(2)
  })

  test('ignores sources that are down, wrong or stale, and records the problem of each', async () => {
    sources.behave('coinbase', 'dead')
    sources.behave('bitfinex', { prices: { ...prices, BTC: '6000000' } })
    sources.behave('bitstamp', { prices: { ...prices, BTC: '50000' }, ageSeconds: 61 })
    await turn()
    expect(await priceNow('BTC')).toBe('60000')
    expect(await readSources()).toMatchObject({
      coinbase: { failures: 1, problem: 'other side closed' },
      kraken: { failures: 0, problem: null },
    })
    sources.behave('coinbase', 'garbled')
    sources.behave('bitfinex', 'failing')
    await turn()
    expect(await priceNow('BTC')).toBe('60000')
    expect(await readSources()).toMatchObject({
      coinbase: { failures: 2, problem: 'answered in an undocumented form' },
      bitfinex: { failures: 1, problem: 'answered with status 503' },
    })
  })

  test('opens a source’s circuit after three failures, asks again after a minute, and closes it on success', async () => {
    sources.behave('kraken', 'failing')
    for (let count = 0; count < 3; count++) await turn()
    expect(sources.asked('kraken')).toBe(3)
    await turn()
    expect(sources.asked('kraken')).toBe(3)
    sources.behave('kraken', { prices })
    await turn()
    expect(sources.asked('kraken')).toBe(4)
    expect((await readSources())['kraken']).toEqual({ failures: 0, problem: null })
  })

  test('a poll that another one has overtaken stores nothing', async () => {
    sources.behave('kraken', 'silent')
    ctx.clock.advance(30 * SECOND_MS)
    const slow = refreshRates(ctx, feeds)
    await expect.poll(() => sources.asked('kraken')).toBe(1)
    const quick = { ...feeds, prices: feeds.prices.filter(({ feed }) => feed.name !== 'kraken') }
    ctx.clock.advance(30 * SECOND_MS)
    await refreshRates(ctx, quick)
    await slow
    expect(await db().selectFrom('rate_snapshot').select('at').execute()).toEqual([{ at: ctx.clock.now() }])
  })

  test('deletes rate snapshots older than a week', async () => {
    await turn()
    ctx.clock.advance(7 * DAY_MS)
    await turn()
    expect(await db().selectFrom('rate_snapshot').select('at').execute()).toHaveLength(1)
  })
})

describe('without two fresh sources', () => {
  test('the price ends after a minute, and the stale rate after ten more', async () => {
    await turn()
    for (const name of ['coinbase', 'bitstamp', 'bitfinex', 'okx'] as const) sources.behave(name, 'dead')
    await turn()
    expect(await priceNow('BTC')).toBe('60000')
    await turn()
    ctx.clock.advance(SECOND_MS)
    expect(await rates.findPrice({ ticker: 'BTC', currency: 'USD' }, ctx.clock.now())).toBeUndefined()
    expect(await rates.findLastGood({ ticker: 'BTC', currency: 'USD' }, ctx.clock.now())).toMatchObject({ isStale: true })
    ctx.clock.advance(10 * 60 * SECOND_MS)
    expect(await rates.findLastGood({ ticker: 'BTC', currency: 'USD' }, ctx.clock.now())).toBeUndefined()
  })

  test('a source without timestamps that repeats its answer for ten minutes is ignored', async () => {
    for (const name of ['coinbase', 'bitstamp', 'okx'] as const) sources.behave(name, 'dead')
    for (let minutes = 0; minutes < 10; minutes++) {
      await turn()
      await turn()
    }
    expect(await priceNow('BTC')).toBe('60000')
    await turn()
    await turn()
    await turn()
    expect(await priceNow('BTC')).toBeUndefined()
  })
})

describe('a reader of prices', () => {
  test('queries the database only when a snapshot is announced', async () => {
    await turn()
    const read = async () => (await rates.findPrice({ ticker: 'BTC', currency: 'USD' }, ctx.clock.now()))?.price.digits
    expect(await read()).toBe(60_000n)
    for (const name of MARKETS) sources.behave(name, { prices: { ...prices, BTC: '61000' } })
    await turn()
    expect(await read()).toBe(60_000n)
    announce()
    await expect.poll(read).toBe(61_000n)
  })

  test('uses the cached snapshot while the database is away, for as long as its prices are valid', async () => {
    await turn()
    const pair = { ticker: 'BTC', currency: 'USD' } as const
    const read = async () => [await rates.findPrice(pair, ctx.clock.now()), await rates.findLastGood(pair, ctx.clock.now())]
    await read()
    await runStatement(ctx.orm.em.fork(), 'ALTER TABLE rate_snapshot RENAME TO away', [])
    const processClock = vi.spyOn(performance, 'now')
    onTestFinished(() => processClock.mockRestore())
    const pass = (ms: number) => {
      ctx.clock.advance(ms)
      processClock.mockReturnValue(performance.now() + ms)
    }
    pass(45 * SECOND_MS)
    expect(await read()).toMatchObject([{ price: { digits: 60_000n } }, { isStale: false }])
    pass(45 * SECOND_MS)
    expect(await read()).toMatchObject([undefined, { isStale: true }])
    await expect(publishSnapshot(ctx.orm, { on: () => {} }).findPrice(pair, ctx.clock.now())).rejects.toThrow('rate_snapshot')
  })

  test('finds the price at a moment, or the first one after it', async () => {
    await turn()
    const first = ctx.clock.now()
    for (const name of MARKETS) sources.behave(name, 'failing')
    ctx.clock.advance(60 * 60 * SECOND_MS)
    const outage = ctx.clock.now()
    for (const name of MARKETS) sources.behave(name, { prices: { ...prices, BTC: '62000' } })
    ctx.clock.advance(60 * 60 * SECOND_MS)
    await turn()
    for (const name of MARKETS) sources.behave(name, { prices: { ...prices, BTC: '63000' } })
    ctx.clock.advance(60 * 60 * SECOND_MS)
    await turn()
    expect(await priceNow('BTC', 'USD', new Date(first.getTime() + 20 * SECOND_MS))).toBe('60000')
    expect(await priceNow('BTC', 'USD', outage)).toBe('62000')
    expect(await priceNow('BTC')).toBe('63000')
  })
})

describe('a price that has more than doubled', () => {
  const double = () => MARKETS.forEach((name) => sources.behave(name, { prices: { ...prices, BTC: '130000' } }))

  test('prices a deposit that arrived before its confirmation, despite snapshots written meanwhile', async () => {
    await turn()
    double()
    await turn()
    ctx.clock.advance(60 * SECOND_MS)
    const arrival = ctx.clock.now()
    for (let count = 0; count < 55; count++) {
      // A source that repeats its answer for ten minutes is ignored.
      MARKETS.forEach((name) => sources.behave(name, { prices: { ...prices, BTC: '130000', ETH: `${3_000 + count}` } }))
      await turn()
    }
    expect(await priceNow('BTC', 'USD', arrival)).toBeUndefined()
    await confirmRate(ctx, { pair: 'BTC/USD', price: '130000', by: 'operator:anna' })
    for (let count = 0; count < 4; count++) await turn()
    expect(await priceNow('BTC', 'USD', arrival)).toBe('130000')
    expect(await priceNow('BTC', 'EUR', arrival)).toBe('104000')
  })

  test('comes into use once an operator confirms it, with an audit log entry', async () => {
    await turn()
    double()
    await turn()
    await turn()
    expect(await priceNow('BTC')).toBeUndefined()
    expect(await priceNow('ETH')).toBe('3000')
    expect(await listRejectedJumps(ctx)).toMatchObject([{ pair: 'BTC/USD', price: '130000', before: '60000', needs: 'operator' }])
    await confirmRate(ctx, { pair: 'btc/usd', price: '129000', by: 'operator:anna' })
    await turn()
    expect(await priceNow('BTC')).toBe('130000')
    expect(await listRejectedJumps(ctx)).toEqual([])
    const audit = await db().selectFrom('audit_entry').select(['actor', 'action', 'subjectId', 'details']).execute()
    expect(audit).toEqual([
      {
        actor: 'operator:anna',
        action: 'rate.confirm',
        subjectId: 'BTC/USD',
        details: { price: '129000', held: '130000', since: expect.any(String) },
      },
    ])
  })

  test.each([
    ['a pair without a rejected jump', 'ETH/USD', '3000'],
    ['a price far from the rejected one', 'BTC/USD', '120000'],
    ['zero', 'BTC/USD', '0'],
    ['no number', 'BTC/USD', '1e5'],
  ])('a confirmation that names %s is rejected', async (_what, pair, price) => {
    await turn()
    double()
    await turn()
    await expect(confirmRate(ctx, { pair, price, by: 'operator:anna' })).rejects.toThrow('price')
    expect(await db().selectFrom('audit_entry').select('id').execute()).toEqual([])
  })
})

describe("a central bank's rate that has moved by more than a tenth", () => {
  test('comes into use in the poll after its confirmation, although the bank is not asked again before an hour has passed', async () => {
    await turn()
    expect(await priceNow('BTC', 'JPY')).toBe('9000000')
    ctx.clock.advance(60 * 60 * SECOND_MS)
    sources.behave('ecb', { prices: { USD: '1.25', JPY: '250' } })
    // A source that repeats its answer for ten minutes is ignored.
    MARKETS.forEach((name) => sources.behave(name, { prices: { ...prices, ETH: '3001' } }))
    await turn()
    await turn()
    expect([await priceNow('BTC'), await priceNow('BTC', 'JPY')]).toEqual(['60000', undefined])
    await confirmRate(ctx, { pair: 'USD/JPY', price: '200', by: 'operator:anna' })
    await turn()
    expect(await priceNow('BTC', 'JPY')).toBe('12000000')
    expect(await listRejectedJumps(ctx)).toEqual([])
    expect(sources.asked('ecb')).toBe(2)
  })
})
