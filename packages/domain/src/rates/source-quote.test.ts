import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPrice, type SourceAnswer, type Tick, quotesOf } from './source-quote.ts'

const now = new Date('2026-10-01T12:00:00.000Z')
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000)

describe('findPrice', () => {
  test('returns the exact middle of bid and ask', () => {
    expect(findPrice({ bid: '60000.1', ask: '60000.2', last: '1' })).toEqual({ digits: 6_000_015n, scale: 2 })
  })

  test('returns the last trade without a bid or an ask', () => {
    expect(findPrice({ last: '0.1234' })).toEqual({ digits: 1_234n, scale: 4 })
    expect(findPrice({ bid: '1', last: '2' })).toEqual({ digits: 2n, scale: 0 })
    expect(findPrice({ last: '1.5e-3' })).toEqual({ digits: 15n, scale: 4 })
  })

  test.each<[string, Pick<Tick, 'bid' | 'ask' | 'last'>]>([
    ['nothing', {}],
    ['zero', { last: '0' }],
    ['zero with decimals', { last: '0.000' }],
    ['a negative number', { last: '-60000' }],
    ['no number', { last: 'NaN' }],
    ['infinity', { last: 'Infinity' }],
    ['an empty text', { last: '' }],
    ['a number with a comma', { last: '60,000' }],
    ['a hexadecimal number', { last: '0xEA60' }],
    ['an enormous exponent', { last: '1e999' }],
    ['an enormous text', { last: '9'.repeat(400) }],
    ['a bid above the ask', { bid: '60001', ask: '60000', last: '60000' }],
    ['a bid of zero', { bid: '0', ask: '60000', last: '60000' }],
    ['a spread above 5 %', { bid: '58499', ask: '61500', last: '60000' }],
  ])('rejects %s', (_what, tick) => {
    expect(findPrice(tick)).toBeUndefined()
  })

  test('accepts a spread of 5 % of the middle', () => {
    expect(findPrice({ bid: '58500', ask: '61500' })).toBeDefined()
  })

  test('never returns zero or less, for any input', () => {
    const text = fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String))
    fc.assert(
      fc.property(fc.record({ bid: text, ask: text, last: text }, { requiredKeys: [] }), (tick) => {
        const price = findPrice(tick)
        expect(price === undefined || price.digits > 0n).toBe(true)
      }),
    )
  })
})

describe('wordsOf', () => {
  const tick: Tick = { base: 'BTC', quote: 'USD', last: '60000' }
  const answer = (changes: Partial<SourceAnswer>): SourceAnswer => ({
    source: 's',
    fetchedAt: now,
    sameSince: now,
    ticks: [tick],
    ...changes,
  })

  test.each([
    ['accepts a price one minute old by the source', { ticks: [{ ...tick, at: ago(60) }] }, 1],
    ['drops a price 61 s old by the source', { ticks: [{ ...tick, at: ago(61) }] }, 0],
    ['drops a price 61 s in the future', { ticks: [{ ...tick, at: ago(-61) }] }, 0],
    ['drops a price requested 61 s ago, without a source time', { fetchedAt: ago(61), sameSince: ago(61) }, 0],
    ['accepts an answer unchanged for nearly ten minutes, without a source time', { sameSince: ago(599) }, 1],
    ['drops an answer unchanged for ten minutes, without a source time', { sameSince: ago(600) }, 0],
    ['accepts an answer unchanged for ten minutes, with a source time', { sameSince: ago(600), ticks: [{ ...tick, at: ago(1) }] }, 1],
  ])('%s', (_what, changes, count) => {
    expect(quotesOf(answer(changes), now)).toHaveLength(count)
  })
})
