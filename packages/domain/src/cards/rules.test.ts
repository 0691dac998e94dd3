import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidState } from '../kernel/error.ts'
import { findMove } from '../kernel/machine.ts'
import { isWithinCapture } from './card-money.ts'
import { RefundTooLarge } from './errors.ts'
import { cardEscrowMachine } from './escrow-machine.ts'
import { cardPaymentMachine, type CardPaymentState } from './payment-machine.ts'
import {
  type CardStanding,
  isReleasable,
  isStoppedByDispute,
  loseEscrowInput,
  refundAmountMinor,
  refundInput,
  restoreEscrowInput,
  restorePaymentInput,
} from './rules.ts'

const direct: CardStanding = {
  state: 'succeeded',
  escrowState: null,
  capturedMinor: 10_000n,
  refundedMinor: 0n,
  pendingMinor: 0n,
  withdrawnMinor: 0n,
  lostMinor: 0n,
  feeBps: 100,
  transferredMinor: 0n,
  reversedMinor: 0n,
  hasOpenInquiry: false,
}
const escrow: CardStanding = { ...direct, escrowState: 'funded' }

describe('a refund', () => {
  test('takes everything that is left unless an amount is named', () => {
    expect(refundAmountMinor({ ...direct, refundedMinor: 1_000n, pendingMinor: 500n }, undefined)).toBe(8_500n)
    expect(refundAmountMinor(direct, 1n)).toBe(1n)
  })

  test('is refused with the remainder when it is larger', () => {
    expect(() => refundAmountMinor({ ...direct, pendingMinor: 9_000n }, 1_001n)).toThrow(new RefundTooLarge(1_000n))
  })

  test('is refused while nothing is left to refund', () => {
    expect(() => refundAmountMinor({ ...direct, pendingMinor: 10_000n }, undefined)).toThrow(InvalidState)
  })

  test.each(['pending', 'failed', 'expired', 'refunded', 'disputed'] as const)('is refused while the payment is %s', (state) => {
    expect(() => refundAmountMinor({ ...direct, state }, 1n)).toThrow(InvalidState)
  })

  test('of an escrow is refused while an inquiry is open, one of a direct payment is not', () => {
    expect(() => refundAmountMinor({ ...escrow, hasOpenInquiry: true }, 1n)).toThrow(InvalidState)
    expect(refundAmountMinor({ ...direct, hasOpenInquiry: true }, 1n)).toBe(1n)
  })

  test('takes what a lost dispute has left in escrow, although the payment stays disputed', () => {
    const lost: CardStanding = {
      ...escrow,
      state: 'disputed',
      escrowState: 'partially_refunded',
      withdrawnMinor: 4_000n,
      lostMinor: 4_000n,
    }
    expect(refundAmountMinor(lost, undefined)).toBe(6_000n)
    expect(() => refundAmountMinor({ ...lost, escrowState: 'disputed' }, 1n)).toThrow(InvalidState)
    expect(() => refundAmountMinor({ ...lost, transferredMinor: 5_940n }, 1n)).toThrow(InvalidState)
  })

  test('is refused while a won dispute still has money of the escrow', () => {
    expect(() => refundAmountMinor({ ...escrow, withdrawnMinor: 1n }, 1n)).toThrow(InvalidState)
  })

  test('keeps every refund together within the capture, whatever is asked for and fails', () => {
    const asks = fc.array(fc.record({ amount: fc.bigInt(1n, 12_000n), ends: fc.constantFrom('succeeds', 'fails', 'waits') }))
    fc.assert(
      fc.property(asks, (sent) => {
        let standing: CardStanding = direct
        for (const { amount, ends } of sent) {
          try {
            refundAmountMinor(standing, amount)
          } catch {
            continue
          }
          const refundedMinor = standing.refundedMinor + (ends === 'succeeds' ? amount : 0n)
          const state: CardPaymentState =
            refundedMinor === 0n ? 'succeeded' : refundedMinor < standing.capturedMinor ? 'partially_refunded' : 'refunded'
          standing = { ...standing, state, refundedMinor, pendingMinor: standing.pendingMinor + (ends === 'waits' ? amount : 0n) }
          expect(isWithinCapture(standing)).toBe(true)
        }
      }),
    )
  })
})

describe('a release', () => {
  test.each(['funded', 'partially_refunded'] as const)('is possible while the escrow is %s and nothing was transferred', (escrowState) => {
    expect(isReleasable({ ...escrow, escrowState })).toBe(true)
    expect(isReleasable({ ...escrow, escrowState, transferredMinor: 1n })).toBe(false)
  })

  test.each(['created', 'expired', 'released', 'refunded', 'disputed'] as const)('is refused while the escrow is %s', (escrowState) => {
    expect(isReleasable({ ...escrow, escrowState })).toBe(false)
  })

  test('waits for an open inquiry, an unfinished refund and money that a dispute has, and a direct payment has none', () => {
    expect(isReleasable({ ...escrow, hasOpenInquiry: true })).toBe(false)
    expect(isReleasable({ ...escrow, withdrawnMinor: 500n })).toBe(false)
    expect(isReleasable({ ...escrow, withdrawnMinor: 500n, lostMinor: 500n })).toBe(true)
    expect(isReleasable({ ...escrow, withdrawnMinor: 10_000n, lostMinor: 10_000n })).toBe(false)
    expect(isReleasable({ ...escrow, pendingMinor: 1n })).toBe(false)
    expect(isReleasable(direct)).toBe(false)
  })
})

describe('the state before a dispute or a failed refund', () => {
  test.each([
    [0n, 0n, 'succeeded', 'funded'],
    [0n, 9_900n, 'succeeded', 'released'],
    [1n, 0n, 'partially_refunded', 'partially_refunded'],
    [1n, 9_900n, 'partially_refunded', 'partially_refunded'],
    [10_000n, 0n, 'refunded', 'refunded'],
  ] as const)('follows from %i refunded and %i transferred', (...[refundedMinor, transferredMinor, payment, escrowState]) => {
    const money = { capturedMinor: 10_000n, refundedMinor, lostMinor: 0n, transferredMinor }
    const paymentMove = findMove(cardPaymentMachine, 'disputed', restorePaymentInput(money))
    expect(paymentMove).toEqual({ to: payment, emits: [] })
    const from = transferredMinor > 0n ? 'refunded' : 'disputed'
    expect(findMove(cardEscrowMachine, from, restoreEscrowInput(money))?.to).toBe(escrowState)
  })

  test('a dispute stops only what was not transferred', () => {
    expect([
      isStoppedByDispute({ transferredMinor: 0n, reversedMinor: 0n }),
      isStoppedByDispute({ transferredMinor: 1n, reversedMinor: 0n }),
    ]).toEqual([true, false])
  })

  test('a refund that leaves something is a part, and the last one is the rest; a lost dispute counts like one', () => {
    expect(refundInput({ capturedMinor: 10n, refundedMinor: 9n, lostMinor: 0n })).toBe('refund_part')
    expect(refundInput({ capturedMinor: 10n, refundedMinor: 10n, lostMinor: 0n })).toBe('refund_rest')
    expect(refundInput({ capturedMinor: 10n, refundedMinor: 4n, lostMinor: 6n })).toBe('refund_rest')
    expect(loseEscrowInput({ capturedMinor: 10n, refundedMinor: 4n, lostMinor: 5n })).toBe('lose_part')
    expect(loseEscrowInput({ capturedMinor: 10n, refundedMinor: 4n, lostMinor: 10n })).toBe('lose')
    expect(restoreEscrowInput({ capturedMinor: 10n, refundedMinor: 0n, lostMinor: 6n, transferredMinor: 0n })).toBe('restore_part')
  })
})
