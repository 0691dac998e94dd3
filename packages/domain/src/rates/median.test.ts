import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDecimals, isWithin } from '../money/exact.ts'
import { agreementOf, medianOf } from './median.ts'

const said = (...prices: (number | bigint)[]) => prices.map((price) => ({ price: { digits: BigInt(price), scale: 0 } }))

describe('agreementOf', () => {
  test.each([
    ['three sources', [60_000, 60_100, 60_300], { digits: 60_100n, scale: 0 }],
    ['four sources', [60_000, 60_100, 60_200, 60_300], { digits: 601_500n, scale: 1 }],
    ['two sources', [60_000, 60_100], { digits: 600_500n, scale: 1 }],
    ['four sources with one outlier × 100', [60_000, 60_100, 60_200, 6_000_000], { digits: 60_100n, scale: 0 }],
  ])('returns the median of %s', (_what, prices, expected) => {
    expect(agreementOf(said(...prices))?.price).toEqual(expected)
  })

  test.each([
    ['one source', [60_000]],
    ['no source', []],
    ['two sources that differ by more than four percent', [60_000, 63_000]],
    ['two sources with one outlier × 100', [60_000, 6_000_000]],
    ['two sources against two', [60_000, 60_010, 6_000_000, 6_001_000]],
    ['three sources that all disagree', [60_000, 70_000, 80_000]],
  ])('returns undefined for %s', (_what, prices) => {
    expect(agreementOf(said(...prices))).toBeUndefined()
  })

  test('never deviates by more than honest sources do, while they outnumber the liars', () => {
    const honest = fc.array(fc.bigInt({ min: 59_700n, max: 60_300n }), { minLength: 3, maxLength: 5 })
    const liars = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { maxLength: 2 })
    fc.assert(
      fc.property(honest, liars, (truth, lies) => {
        const agreement = agreementOf(said(...truth, ...lies))
        if (!agreement) throw new Error('honest sources agree')
        expect(isWithin(agreement.price, { digits: 60_000n, scale: 0 }, 300n)).toBe(true)
        expect(agreement.kept.length).toBeGreaterThanOrEqual(2)
      }),
    )
  })

  test('ignores the order of the sources', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 10n ** 6n }), { minLength: 1, maxLength: 7 }), (prices) => {
        const [forth, back] = [said(...prices), said(...prices.toReversed())].map((all) => medianOf(all.map(({ price }) => price)))
        expect(forth && back && compareDecimals(forth, back)).toBe(0)
      }),
    )
  })
})
