import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditOfDeposit, findQuoteAt, type QuoteTerms, quotesOfDeposits } from './deposit-credit.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 9, 1, 10, minute))
const quoteOf = (changes: Partial<QuoteTerms> = {}): QuoteTerms => ({
  id: 'q1',
  remainderMinor: 10_000n,
  dueUnits: 200_000n,
  toleranceUnits: 1n,
  validFrom: at(0),
  validUntil: at(15),
  ...changes,
})
const deposit = (id: string, minute: number, more: { units?: bigint; inherited?: number } = {}) => ({
  id,
  units: more.units ?? 200_000n,
  arrivedAt: at(minute),
  inheritedArrival: more.inherited === undefined ? null : at(more.inherited),
})

test('a quote is in force from its first instant until its end, which is outside', () => {
  const quotes = [quoteOf(), quoteOf({ id: 'q2', validFrom: at(20), validUntil: at(35) })]
  expect([0, 14, 15, 20, 34, 35].map((minute) => findQuoteAt(quotes, at(minute))?.id)).toEqual([
    'q1',
    'q1',
    undefined,
    'q2',
    'q2',
    undefined,
  ])
})

test('a block tells whole seconds, so a quote counts from the start of its own, and the first one has no beginning', () => {
  const begun = new Date(at(20).getTime() + 650)
  const quotes = [quoteOf(), quoteOf({ id: 'q2', validFrom: begun, validUntil: at(35) })]
  expect(findQuoteAt(quotes, at(20))?.id).toBe('q2')
  expect(findQuoteAt(quotes, new Date(at(20).getTime() - 1))).toBeUndefined()
  expect(findQuoteAt(quotes, new Date(at(0).getTime() - 60_000))?.id).toBe('q1')
})

test('the quote in force keeps what arrives in the second of its end, whether a block or the mempool tells it', () => {
  const changedAt = new Date(at(5).getTime() + 650)
  const quotes = [quoteOf({ validUntil: changedAt }), quoteOf({ id: 'q2', validFrom: changedAt, validUntil: at(20) })]
  const byMs = [0, 1, 649, 650, 999].map((ms) => findQuoteAt(quotes, new Date(at(5).getTime() + ms))?.id)
  expect(byMs).toEqual(['q1', 'q1', 'q1', 'q2', 'q2'])
})

test('an arrival with a fraction of a second is before a quote that begins later in its second', () => {
  const quotes = [quoteOf(), quoteOf({ id: 'q2', validFrom: new Date(at(20).getTime() + 650), validUntil: at(35) })]
  expect(findQuoteAt(quotes, new Date(at(20).getTime() + 300))).toBeUndefined()
})

test('of quotes that follow each other, the one in force at an arrival is found, and without one none but the first or one of its whole second', () => {
  const steps = fc.array(fc.record({ gap: fc.nat(1_500), lasts: fc.nat(1_500) }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(steps, fc.nat(20_000), (lengths, ms) => {
      let now = at(0).getTime()
      const quotes = lengths.map(({ gap, lasts }, index) => {
        const from = (now += gap)
        return quoteOf({ id: String(index), validFrom: new Date(from), validUntil: new Date((now += lasts)) })
      })
      const arrivedAt = new Date(at(0).getTime() + ms)
      const found = findQuoteAt(quotes, arrivedAt)
      const exact = quotes.find(({ validFrom, validUntil }) => validFrom <= arrivedAt && arrivedAt < validUntil)
      expect(found).toBe(exact ?? found)
      expect(found === undefined || arrivedAt < found.validUntil).toBe(true)
      // What had not begun is the first quote, or begins within the second that a block tells.
      const isNear = !found || found === quotes[0] || (ms % 1_000 === 0 && found.validFrom.getTime() - arrivedAt.getTime() < 1_000)
      expect(exact !== undefined || isNear).toBe(true)
    }),
  )
})

test('a deposit that arrived while no quote was in force is credited by none', () => {
  expect([...quotesOfDeposits([quoteOf()], [deposit('a', 5), deposit('b', 16)])]).toEqual([['a', quoteOf()]])
})

test('a replacement keeps the quote of a deposit that paid in full, and dust keeps none', () => {
  const full = [deposit('first', 5), deposit('second', 40, { inherited: 5 })]
  expect(quotesOfDeposits([quoteOf()], full).get('second')?.id).toBe('q1')
  const dust = [deposit('first', 5, { units: 546n }), deposit('second', 40, { inherited: 5 })]
  expect(quotesOfDeposits([quoteOf()], dust).get('second')).toBeUndefined()
})

test('parts of a quote that suffice together credit its whole remainder, in any order and however they are cut', () => {
  const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, fc.bigInt({ min: 1n, max: 10n ** 12n }), (units, remainderMinor) => {
      const dueUnits = units.reduce((sum, part) => sum + part, 0n)
      const quote = quoteOf({ dueUnits, remainderMinor, toleranceUnits: 0n })
      let [quotedUnits, quotedMinor] = [0n, 0n]
      for (const part of units) {
        const credit = creditOfDeposit(part, quote, { quotedUnits, quotedMinor, openMinor: remainderMinor - quotedMinor })
        expect(credit >= 0n).toBe(true)
        ;[quotedUnits, quotedMinor] = [quotedUnits + part, quotedMinor + credit]
        // Rounded down, never up: what is credited is not worth more than what came.
        expect(quotedUnits === dueUnits || quotedMinor * dueUnits <= quotedUnits * remainderMinor).toBe(true)
      }
      expect(quotedMinor).toBe(remainderMinor)
    }),
  )
})

test('a deposit credits no more than is open on its invoice, whatever its quote asked for', () => {
  const standing = { quotedUnits: 0n, quotedMinor: 0n }
  expect(creditOfDeposit(200_000n, quoteOf(), { ...standing, openMinor: 10_000n })).toBe(10_000n)
  expect(creditOfDeposit(200_000n, quoteOf(), { ...standing, openMinor: 4_000n })).toBe(4_000n)
  expect(creditOfDeposit(200_000n, quoteOf(), { ...standing, openMinor: 0n })).toBe(0n)
  expect(creditOfDeposit(100_000n, quoteOf(), { ...standing, openMinor: 10_000n })).toBe(5_000n)
})
