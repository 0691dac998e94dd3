import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardRefundMachine, refundSums, shownRefundStatuses } from './card-refund.ts'
import { findMove } from '../kernel/machine.ts'
import { intentInputOf, refundInputOf, sessionInputOf } from './processor-status.ts'

const waits = { status: 'requires_payment_method', declineCode: null }

describe('the processor’s words', () => {
  test.each([
    ['open', 'unpaid', null, undefined],
    ['complete', 'paid', null, 'charge'],
    ['complete', 'unpaid', { status: 'processing', declineCode: null }, undefined],
    ['complete', 'unpaid', { status: 'requires_payment_method', declineCode: 'generic_decline' }, 'fail'],
    ['open', 'unpaid', { status: 'requires_payment_method', declineCode: 'card_declined' }, 'decline'],
    ['open', 'unpaid', { status: 'succeeded', declineCode: null }, 'charge'],
    ['expired', 'unpaid', waits, 'expire'],
    ['archived', 'half_paid', null, undefined],
  ])('a session %s and %s with the intent %j leads to %s', (...[status, paymentStatus, intent, input]) => {
    expect(sessionInputOf({ status, paymentStatus }, intent)).toBe(input)
  })

  test.each([
    ['succeeded', null, 'charge'],
    ['canceled', null, 'fail'],
    ['requires_payment_method', 'insufficient_funds', 'decline'],
    ['requires_payment_method', null, undefined],
    ['requires_action', null, undefined],
  ])('a payment intent that is %s with the decline %s leads to %s', (status, declineCode, input) => {
    expect(intentInputOf({ status, declineCode })).toBe(input)
  })

  test('a word of a later version leads nowhere and is never thrown', () => {
    const later = fc.oneof(
      fc.string().map((word) => `later_${word}`),
      fc.constantFrom('toString', '__proto__', 'constructor', ''),
    )
    fc.assert(
      fc.property(later, (status) => {
        expect(refundInputOf(status)).toBeUndefined()
        expect(intentInputOf({ status, declineCode: null })).toBeUndefined()
        expect(sessionInputOf({ status, paymentStatus: status }, null)).toBeUndefined()
      }),
    )
  })
})

describe('a refund', () => {
  test.each([
    ['pending', 'pending', 'pendingMinor'],
    ['requires_action', 'pending', 'pendingMinor'],
    ['succeeded', 'succeeded', 'refundedMinor'],
    ['failed', 'failed', null],
    ['canceled', 'failed', null],
  ] as const)('that the processor calls %s is answered as %s and counts in %s', (state, shown, sum) => {
    const input = refundInputOf(state)
    expect([shownRefundStatuses[state], refundSums[state]]).toEqual([shown, sum])
    const move = input && findMove(cardRefundMachine, state === 'pending' ? 'requires_action' : 'pending', input)
    expect(move?.to).toBe(state)
  })
})
