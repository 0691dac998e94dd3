import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assetCodes, assetOf } from '../money/asset.ts'
import { fiatCodes } from '../money/fiat.ts'
import { acceptedRate, dueUnits } from '../money/rate.ts'
import { assistedRefundMachine, type AssistedRefundState } from './assisted-refund.ts'
import { InvalidAmount } from './errors.ts'
import { leftToRefund, type RefundPrice, refundMinor, refundUnits, sumOfRefund, takenUnits } from './refundable.ts'

const states = Object.keys(assistedRefundMachine.states) as AssistedRefundState[]
const anyRefund = fc
  .record({ state: fc.constantFrom(...states), units: fc.bigInt({ min: 1n, max: 10n ** 20n }), share: fc.bigInt({ min: 0n, max: 100n }) })
  .map(({ state, units, share }) => ({ state, units, assignedUnits: (units * share) / 100n }))
const anyPrice: fc.Arbitrary<RefundPrice> = fc.record({
  asset: fc.constantFrom(...assetCodes).map(assetOf),
  currency: fc.constantFrom(...fiatCodes),
  rate: fc.record({ digits: fc.bigInt({ min: 10n ** 9n, max: 10n ** 24n }), scale: fc.constant(10) }).map(acceptedRate),
  spreadBps: fc.integer({ min: 0, max: 1_000 }),
})
const anyMinor = fc.bigInt({ min: 1n, max: 10n ** 9n })

/** A payment of an amount at a price, paid exactly. */
const paid = (fiatMinor: bigint, price: RefundPrice) => {
  const due = dueUnits({ ...price, minorUnits: fiatMinor })
  return { payment: { fiatMinor, dueUnits: due, receivedUnits: due, state: 'forwarded' }, rate: 'payment', price, leftUnits: due } as const
}

describe('what is left to refund', () => {
  test('is what was received, less held money, refunds of it, and every refund that is open or paid', () => {
    const refunds = states.map((state) => ({ state, units: 10n, assignedUnits: 4n }))
    // Offered, named, paying and refunded take ten; cancelled and expired what transfers have paid of them, at most their amount.
    expect(takenUnits({ state: 'cancelled', units: 10n, assignedUnits: 12n })).toBe(10n)
    expect(refunds.map(takenUnits)).toEqual([10n, 10n, 10n, 10n, 4n, 4n])
    expect(leftToRefund({ receivedUnits: 100n, returningUnits: 20n }, { refunds, heldUnits: 5n })).toBe(27n)
    expect(leftToRefund({ receivedUnits: 40n, returningUnits: 0n }, { refunds, heldUnits: 0n })).toBe(0n)
  })

  test('never lets refunds take more than was received, whatever happens to them in which order', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.array(anyRefund, { maxLength: 8 }), (receivedUnits, drawn) => {
        const payment = { receivedUnits, returningUnits: 0n }
        const kept: typeof drawn = []
        for (const refund of drawn) if (refund.units <= leftToRefund(payment, { refunds: kept, heldUnits: 0n })) kept.push(refund)
        expect(kept.reduce((sum, refund) => sum + takenUnits(refund), 0n)).toBeLessThanOrEqual(receivedUnits)
        const paidUnits = kept.map(({ units, assignedUnits }) => (assignedUnits < units ? assignedUnits : units))
        expect(paidUnits.reduce((sum, units) => sum + units, 0n)).toBeLessThanOrEqual(receivedUnits)
      }),
    )
  })
})

describe('an amount of a refund', () => {
  test('in the currency is worth no less than it says and never a unit more', () => {
    fc.assert(
      fc.property(anyMinor, anyPrice, (minor, price) => {
        const units = refundUnits(minor, price)
        expect(refundMinor(units, price)).toBeLessThanOrEqual(minor)
        expect(refundMinor(units + 1n, price)).toBeGreaterThanOrEqual(minor)
      }),
    )
  })

  test('of a part never exceeds what the payment asked for it, and parts together never what it asked for', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, anyPrice, (one, other, price) => {
        const { leftUnits } = paid(one + other, price)
        expect(refundUnits(one, price)).toBeLessThanOrEqual(dueUnits({ ...price, minorUnits: one }))
        expect(refundUnits(one, price) + refundUnits(other, price)).toBeLessThanOrEqual(leftUnits)
      }),
    )
  })

  test('that is the whole payment is all that an exact payment received, to the last unit, and so is the rest', () => {
    fc.assert(
      fc.property(anyMinor, anyPrice, (fiatMinor, price) => {
        const basis = paid(fiatMinor, price)
        const whole = { units: basis.leftUnits, fiatMinor }
        expect(sumOfRefund({ fiatMinor }, basis)).toEqual(whole)
        expect(sumOfRefund('rest', basis)).toEqual(whole)
        expect(sumOfRefund({ units: basis.leftUnits }, basis)).toEqual(whole)
      }),
    )
  })

  const price: RefundPrice = { asset: assetOf('BTC'), currency: 'USD', rate: { digits: 60_000n, scale: 0 }, spreadBps: 0 }
  const basis = paid(6_000n, price)

  test('that is the whole payment is what arrived where a little was missing, and what it asked for where it was overpaid', () => {
    const short = { ...basis, payment: { ...basis.payment, receivedUnits: 99_990n }, leftUnits: 99_990n }
    expect(sumOfRefund({ fiatMinor: 6_000n }, short)).toEqual({ units: 99_990n, fiatMinor: 6_000n })
    const less = { ...short, payment: { ...short.payment, state: 'expired' } } as const
    expect(() => sumOfRefund({ fiatMinor: 6_000n }, less)).toThrow(InvalidAmount)
    const over = { ...basis, payment: { ...basis.payment, receivedUnits: 150_000n }, leftUnits: 150_000n }
    expect(sumOfRefund({ fiatMinor: 6_000n }, over)).toEqual({ units: 100_000n, fiatMinor: 6_000n })
    expect(sumOfRefund('rest', over)).toEqual({ units: 150_000n, fiatMinor: 9_000n })
  })

  test('at another price is never more coin than is left', () => {
    const current = { ...basis, rate: 'current', price: { ...price, rate: { digits: 30_000n, scale: 0 } } } as const
    expect(sumOfRefund({ fiatMinor: 3_000n }, current)).toEqual({ units: 100_000n, fiatMinor: 3_000n })
    expect(() => sumOfRefund({ fiatMinor: 3_001n }, current)).toThrow(InvalidAmount)
    expect(() => sumOfRefund({ fiatMinor: 6_000n }, current)).toThrow(InvalidAmount)
  })

  test('with the spread that its payer paid gives back what the payer paid', () => {
    const withSpread = { ...price, spreadBps: 100 }
    expect(sumOfRefund({ fiatMinor: 3_000n }, paid(6_000n, withSpread))).toEqual({ units: 50_505n, fiatMinor: 3_000n })
  })

  test.each([
    ['nothing', { units: 0n }],
    ['less than a unit of the coin', { fiatMinor: 0n }],
    ['more than is left', { units: 100_001n }],
  ])('is refused for %s', (_what, wanted) => {
    expect(() => sumOfRefund(wanted, basis)).toThrow(InvalidAmount)
  })
})
