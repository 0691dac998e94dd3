import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardFeeMinor, feeRefundDueMinor, isWithinCapture, refundableMinor, reversalDueMinor, splitRelease } from './card-money.ts'

const bps = fc.integer({ min: 0, max: 1_000 })
/** A capture and the refunds that were made of it, one after the other. */
const refunded = fc
  .record({ capturedMinor: fc.bigInt(1n, 99_999_999n), feeBps: bps, shares: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 12 }) })
  .map(({ capturedMinor, feeBps, shares }) => {
    const refunds: bigint[] = []
    let left = capturedMinor
    for (const share of shares) {
      const amount = (left * BigInt(share)) / 100n
      if (amount > 0n) refunds.push(amount)
      left -= amount
    }
    return { capturedMinor, feeBps, lostMinor: 0n, refunds }
  })
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

describe('the fee of a card payment', () => {
  test.each([
    [10_000n, 0n, 100, 100n],
    [10_000n, 3_333n, 100, 66n],
    [10_000n, 10_000n, 100, 0n],
    [199n, 0n, 50, 0n],
    [500n, 1n, 100, 4n],
  ])('is the floor of its share in what is left: %i captured, %i refunded, %i bps', (...[capturedMinor, refundedMinor, feeBps, fee]) => {
    expect(cardFeeMinor({ capturedMinor, refundedMinor, lostMinor: 0n, feeBps })).toBe(fee)
  })

  test('is reached to the cent by one fee refund after each refund, down to zero', () => {
    fc.assert(
      fc.property(refunded, ({ refunds, ...money }) => {
        const total = cardFeeMinor({ ...money, refundedMinor: 0n })
        let [refundedMinor, returned] = [0n, 0n]
        for (const amount of refunds) {
          refundedMinor += amount
          const due = feeRefundDueMinor({ ...money, refundedMinor }, returned)
          expect(due).toBeGreaterThanOrEqual(0n)
          returned += due
          expect(total - returned).toBe(cardFeeMinor({ ...money, refundedMinor }))
        }
        const rest = money.capturedMinor - refundedMinor
        expect(returned).toBe(total - cardFeeMinor({ ...money, capturedMinor: rest, refundedMinor: 0n }))
      }),
    )
  })

  test('is not taken again when a refund fails later', () => {
    const money = { capturedMinor: 10_000n, lostMinor: 0n, feeBps: 100 }
    expect(feeRefundDueMinor({ ...money, refundedMinor: 5_000n }, 0n)).toBe(50n)
    expect(feeRefundDueMinor({ ...money, refundedMinor: 0n }, 50n)).toBe(0n)
  })
})

describe('what remains of a card payment', () => {
  test('is the capture less every refund that succeeded or may still succeed, and less what disputes have lost', () => {
    const money = { capturedMinor: 10_000n, refundedMinor: 2_000n, pendingMinor: 3_000n, lostMinor: 0n }
    expect(refundableMinor(money)).toBe(5_000n)
    expect(refundableMinor({ ...money, lostMinor: 4_500n })).toBe(500n)
    expect(isWithinCapture({ ...money, pendingMinor: 8_000n })).toBe(true)
    expect(isWithinCapture({ ...money, pendingMinor: 8_001n })).toBe(false)
  })
})

describe('a release', () => {
  test('transfers the remainder, so that transfer, fee, refunds and lost disputes are the capture exactly', () => {
    fc.assert(
      fc.property(refunded, ({ refunds: [lostMinor = 0n, ...refunds], ...money }) => {
        const { transferMinor, feeMinor } = splitRelease({ ...money, refundedMinor: sum(refunds), lostMinor })
        expect(transferMinor + feeMinor + sum(refunds) + lostMinor).toBe(money.capturedMinor)
        expect(transferMinor).toBeGreaterThanOrEqual(0n)
      }),
    )
  })

  test('is reversed by exactly what later refunds take from it, never by more than was transferred', () => {
    fc.assert(
      fc.property(refunded, ({ refunds, ...money }) => {
        const { transferMinor: transferredMinor } = splitRelease({ ...money, refundedMinor: 0n })
        let [refundedMinor, reversedMinor] = [0n, 0n]
        for (const amount of refunds) {
          refundedMinor += amount
          const due = reversalDueMinor({ ...money, refundedMinor }, { transferredMinor, reversedMinor })
          reversedMinor += due
          expect(due).toBeLessThanOrEqual(amount)
          expect(transferredMinor - reversedMinor + cardFeeMinor({ ...money, refundedMinor }) + refundedMinor).toBe(money.capturedMinor)
        }
        expect(reversedMinor).toBeLessThanOrEqual(transferredMinor)
      }),
    )
  })
})
