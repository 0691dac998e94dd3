import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPlainDecimal } from '../money/decimal.ts'
import { isWithin } from '../money/exact.ts'
import { fiatCodes } from '../money/fiat.ts'
import type { RateSnapshot } from './rate-snapshot.ts'
import { findSnapshotPrice } from './snapshot-price.ts'
import { emptySnapshot, type PollResult, nextSnapshot } from './poll-cycle.ts'
import { stablecoins, tickers } from './symbol.ts'
import type { SourceAnswer, Tick } from './source-quote.ts'

const now = new Date('2026-10-01T12:00:00.000Z')
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000)
const bank = { source: 'ecb', at: new Date('2026-09-30T14:00:00.000Z'), perEuro: { USD: '1.25', GBP: '0.8', JPY: '187.5' } }

const answer = (source: string, ticks: readonly Tick[], at = now): SourceAnswer => ({ source, fetchedAt: at, sameSince: at, ticks })
const btc = (source: string, last: string, at = now): SourceAnswer => answer(source, [{ base: 'BTC', quote: 'USD', last }], at)
const learned = (answers: readonly SourceAnswer[], changes: Partial<PollResult> = {}): PollResult => ({
  answers,
  reference: bank,
  confirmed: new Map(),
  now,
  ...changes,
})
const price = (board: RateSnapshot, pair: string, at = now) => {
  const [ticker = '', currency = ''] = pair.split('/')
  const known = findSnapshotPrice(board, { ticker, currency }, at)
  return known && { digits: known.price.digits, scale: known.price.scale, isStale: known.isStale }
}
const fresh = (digits: bigint, scale = 0) => ({ digits, scale, isStale: false })

const honest = [btc('a', '60000'), btc('b', '60100'), btc('c', '60200')]

describe('a poll', () => {
  test('accepts the median with the source quotes it used, and drops an outlier', () => {
    const { prices, holds } = nextSnapshot(emptySnapshot, learned([...honest, btc('liar', '6000000')]))
    expect(holds).toEqual({})
    expect(prices['BTC/USD']).toEqual({
      price: '60100',
      asOf: now.toISOString(),
      sources: ['a 60000', 'b 60100', 'c 60200'].map((text) => {
        const [source, said] = text.split(' ')
        return { source, pair: 'BTC/USD', price: said, at: now.toISOString() }
      }),
    })
  })

  test('counts a source once, however often it names a pair', () => {
    const ticks: Tick[] = ['60000', '60001', '60002'].map((last) => ({ base: 'BTC', quote: 'USD', last }))
    expect(nextSnapshot(emptySnapshot, learned([answer('a', ticks)])).prices['BTC/USD']).toBeUndefined()
  })

  test('truncates a price to ten digits', () => {
    const board = nextSnapshot(emptySnapshot, learned([btc('a', '60000.123456789'), btc('b', '60000.123456789')]))
    expect(board.prices['BTC/USD']?.price).toBe('60000.12345')
  })

  test("converts a stablecoin quote by the stablecoin's price, and records the original quote", () => {
    const usdt: Tick = { base: 'USDT', quote: 'USD', last: '0.98' }
    const inUsdt = answer('okx', [{ base: 'BTC', quote: 'USDT', last: '61000' }])
    const board = nextSnapshot(emptySnapshot, learned([answer('a', [usdt]), answer('b', [usdt]), btc('c', '59790'), inUsdt]))
    expect(board.prices['BTC/USD']?.price).toBe('59785')
    expect(board.prices['BTC/USD']?.sources).toContainEqual({
      source: 'okx',
      pair: 'BTC/USD',
      price: '59780',
      at: now.toISOString(),
      from: { pair: 'BTC/USDT', price: '61000' },
    })
  })

  test('ignores stablecoin quotes while the stablecoin has no price', () => {
    const inUsdt = ['x', 'y'].map((source) => answer(source, [{ base: 'BTC', quote: 'USDT', last: '60000' }]))
    expect(nextSnapshot(emptySnapshot, learned(inUsdt)).prices['BTC/USD']).toBeUndefined()
  })

  test('keeps a price it cannot renew, with its original time', () => {
    const before = nextSnapshot(emptySnapshot, learned(honest))
    const board = nextSnapshot(before, learned([btc('a', '61000', after(30))], { now: after(30) }))
    expect(board.prices['BTC/USD']).toBe(before.prices['BTC/USD'])
  })

  test('changes nothing without new data', () => {
    const before = nextSnapshot(emptySnapshot, learned(honest))
    expect(nextSnapshot(before, learned([], { reference: undefined }))).toBe(before)
  })

  test('holds a jump, quotes nothing of the pair meanwhile, and accepts the jump when the next poll repeats it', () => {
    const before = nextSnapshot(emptySnapshot, learned(honest))
    const jump = (seconds: number) => ['a', 'b'].map((source) => btc(source, '70000', after(seconds)))
    const held = nextSnapshot(before, learned(jump(30), { now: after(30) }))
    expect(held.holds['BTC/USD']).toMatchObject({ price: '70000', needs: 'agreement' })
    expect(price(held, 'BTC/USD', after(31))).toEqual({ digits: 60_100n, scale: 0, isStale: true })
    expect(price(held, 'BTC/EUR', after(31))).toMatchObject({ isStale: true })
    const agreed = nextSnapshot(held, learned(jump(60), { now: after(60) }))
    expect(agreed.holds).toEqual({})
    expect(price(agreed, 'BTC/USD', after(61))).toEqual(fresh(70_000n))
  })

  test('holds a doubled price until an operator confirms it', () => {
    const before = nextSnapshot(emptySnapshot, learned(honest))
    const doubled = ['a', 'b'].map((source) => btc(source, '120000', after(30)))
    const held = nextSnapshot(before, learned(doubled, { now: after(30) }))
    expect(held.holds['BTC/USD']?.needs).toBe('operator')
    const confirmed = new Map([['BTC/USD', [{ digits: 119_000n, scale: 0 }]]])
    expect(nextSnapshot(held, learned(doubled, { now: after(31), confirmed })).prices['BTC/USD']?.price).toBe('120000')
  })

  test('drops an inverted pair', () => {
    const inverted = [...honest.slice(0, 2), btc('inverted', '0.0000166')]
    expect(nextSnapshot(emptySnapshot, learned(inverted)).prices['BTC/USD']?.price).toBe('60050')
  })

  test('ignores an older central bank rate, and holds one that moves by more than a tenth', () => {
    const before = nextSnapshot(emptySnapshot, learned([]))
    expect(before.prices['USD/EUR']).toMatchObject({ price: '0.8', asOf: bank.at.toISOString() })
    const older = { ...bank, at: new Date('2026-09-29T14:00:00.000Z'), perEuro: { USD: '1.2' } }
    expect(nextSnapshot(before, learned([], { reference: older }))).toBe(before)
    const wild = nextSnapshot(before, learned([], { reference: { ...bank, perEuro: { USD: '125' } } }))
    expect(wild.prices['USD/EUR']?.price).toBe('0.8')
    expect(wild.holds['USD/EUR']).toMatchObject({ needs: 'operator' })
  })

  test('accepts only positive prices of at most ten digits, near at least two source quotes, for any answers', () => {
    const texts = fc.oneof(fc.constantFrom('60000', '60100.5', '1', '0.99', 'NaN', '0', '-1', '1e9'), fc.double({ min: 0 }).map(String))
    const ticks = fc.record({
      base: fc.constantFrom(...tickers),
      quote: fc.constantFrom(...fiatCodes, ...stablecoins),
      bid: fc.option(texts, { nil: undefined }),
      ask: fc.option(texts, { nil: undefined }),
      last: fc.option(texts, { nil: undefined }),
    })
    const answers = fc.array(fc.array(ticks, { maxLength: 30 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(answers, (said) => {
        const { prices } = nextSnapshot(
          emptySnapshot,
          learned(
            said.map((each, index) => answer(`s${index}`, each)),
            { reference: undefined },
          ),
        )
        for (const { price: text, sources } of Object.values(prices)) {
          const accepted = findPlainDecimal(text)
          if (!accepted) throw new Error(`${text} is no decimal`)
          expect(accepted.digits).toBeGreaterThan(0n)
          expect(new Set(sources.map(({ source }) => source)).size).toBeGreaterThanOrEqual(2)
          const near = sources.filter((word) => isWithin(findPlainDecimal(word.price) ?? accepted, accepted, 500n))
          expect(near).toHaveLength(sources.length)
        }
      }),
    )
  })
})

describe('a price of the snapshot', () => {
  const board = nextSnapshot(emptySnapshot, learned(honest))

  test.each([
    [0, false],
    [60, false],
    [61, true],
    [600, true],
  ])('turns stale after a minute: at %i s stale is %s', (seconds, isStale) => {
    expect(price(board, 'BTC/USD', after(seconds))).toEqual({ digits: 60_100n, scale: 0, isStale })
  })

  test('disappears after more than ten minutes', () => {
    expect(price(board, 'BTC/USD', after(601))).toBeUndefined()
    expect(price(board, 'BTC/EUR', after(601))).toBeUndefined()
  })

  test("equals in another currency the dollar price times the central bank's rate, truncated to ten digits", () => {
    expect(price(board, 'BTC/EUR')).toEqual(fresh(48_080n))
    expect(price(board, 'BTC/JPY')).toEqual(fresh(9_015_000n))
    const known = findSnapshotPrice(board, { ticker: 'BTC', currency: 'EUR' }, now)
    expect(known?.sources.map(({ source, pair }) => `${source} ${pair}`)).toEqual(['a BTC/USD', 'b BTC/USD', 'c BTC/USD', 'ecb USD/EUR'])
  })

  test('equals in another currency the direct price when two sources have it', () => {
    const euro = (source: string, last: string) => answer(source, [{ base: 'BTC', quote: 'EUR', last }])
    const direct = nextSnapshot(board, learned([euro('a', '48000'), euro('b', '48010')]))
    expect(price(direct, 'BTC/EUR')).toEqual(fresh(48_005n))
    const alone = nextSnapshot(board, learned([euro('a', '48000')]))
    expect(price(alone, 'BTC/EUR')).toEqual(fresh(48_080n))
  })

  test("expires in another currency four days after the central bank's rate", () => {
    const later = new Date('2026-10-04T14:00:01.000Z')
    const renewed = (at: Date) =>
      nextSnapshot(board, learned([btc('a', '60000', at), btc('b', '60000', at)], { now: at, reference: undefined }))
    expect(price(renewed(new Date('2026-10-04T14:00:00.000Z')), 'BTC/EUR', new Date('2026-10-04T14:00:00.000Z'))).toEqual(fresh(48_000n))
    expect(price(renewed(later), 'BTC/EUR', later)).toBeUndefined()
    expect(price(renewed(later), 'BTC/USD', later)).toEqual(fresh(60_000n))
  })

  test.each([
    ['0.9949', fresh(9_949n, 4)],
    ['0.995', fresh(1n)],
    ['1.005', fresh(1n)],
    ['1.0051', fresh(10_051n, 4)],
  ])('counts as one dollar only within half a percent, for USDC at %s', (last, expected) => {
    const usdc = ['a', 'b'].map((source) => answer(source, [{ base: 'USDC', quote: 'USD', last }]))
    expect(price(nextSnapshot(emptySnapshot, learned(usdc)), 'USDC/USD')).toEqual(expected)
  })

  test('counts as one dollar in other currencies too, for USDC near one dollar', () => {
    const usdc = ['a', 'b'].map((source) => answer(source, [{ base: 'USDC', quote: 'USD', last: '1.004' }]))
    expect(price(nextSnapshot(emptySnapshot, learned(usdc)), 'USDC/EUR')).toEqual(fresh(8n, 1))
  })

  test('turns stale once only one of its sources is fresh', () => {
    const timed = (source: string, seconds: number) => answer(source, [{ base: 'BTC', quote: 'USD', last: '60000', at: after(-seconds) }])
    const mixed = nextSnapshot(emptySnapshot, learned([timed('a', 0), timed('b', 40), timed('c', 50)]))
    expect(price(mixed, 'BTC/USD', after(20))).toMatchObject({ isStale: false })
    expect(price(mixed, 'BTC/USD', after(21))).toMatchObject({ isStale: true })
  })

  test('stays undefined for a coin without source quotes', () => {
    expect(price(board, 'DOGE/USD')).toBeUndefined()
  })
})
