import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { findMove, type Machine, unreachableStates } from '../kernel/machine.ts'
import { cardRefundMachine } from './card-refund.ts'
import { type CardEscrowEventName, cardEscrowMachine, cardEscrowStates } from './escrow-machine.ts'
import { type CardPaymentEventName, cardPaymentMachine, cardPaymentStates } from './payment-machine.ts'

/** `from input to [events]`, a cell a line, in the order of the tables of the behaviour. */
const tables: Readonly<Record<string, { machine: Machine; cells: readonly string[] }>> = {
  'card payment': {
    machine: cardPaymentMachine,
    cells: [
      'pending decline pending',
      'pending fail failed',
      'pending expire expired',
      'pending charge succeeded card_payment_success',
      'succeeded refund_part partially_refunded card_refund',
      'succeeded refund_rest refunded card_refund',
      'succeeded dispute disputed card_dispute_created',
      'succeeded dispute_again disputed',
      'failed charge succeeded card_payment_success',
      'expired charge succeeded card_payment_success',
      'partially_refunded refund_part partially_refunded card_refund',
      'partially_refunded refund_rest refunded card_refund',
      'partially_refunded dispute disputed card_dispute_created',
      'partially_refunded dispute_again disputed',
      'partially_refunded restore succeeded',
      'partially_refunded restore_part partially_refunded',
      'refunded dispute disputed card_dispute_created',
      'refunded dispute_again disputed',
      'refunded restore succeeded',
      'refunded restore_part partially_refunded',
      'disputed refund_part disputed card_refund',
      'disputed refund_rest disputed card_refund',
      'disputed dispute disputed card_dispute_created',
      'disputed lose disputed',
      'disputed restore succeeded',
      'disputed restore_part partially_refunded',
      'disputed restore_rest refunded',
    ],
  },
  'card escrow': {
    machine: cardEscrowMachine,
    cells: [
      'created fund funded',
      'created expire expired',
      'expired fund funded',
      'funded release released card_escrow_release',
      'funded refund_part partially_refunded',
      'funded refund_rest refunded',
      'funded dispute disputed',
      'released refund_part partially_refunded',
      'released refund_rest refunded',
      'released lose refunded',
      'released lose_part partially_refunded',
      'released revoke funded',
      'released revoke_part partially_refunded',
      'partially_refunded release released card_escrow_release',
      'partially_refunded refund_part partially_refunded',
      'partially_refunded refund_rest refunded',
      'partially_refunded dispute disputed',
      'partially_refunded lose refunded',
      'partially_refunded lose_part partially_refunded',
      'partially_refunded restore funded',
      'partially_refunded restore_part partially_refunded',
      'partially_refunded restore_release released',
      'refunded dispute disputed',
      'refunded restore funded',
      'refunded restore_part partially_refunded',
      'refunded restore_release released',
      'disputed refund_part disputed',
      'disputed refund_rest disputed',
      'disputed lose refunded',
      'disputed lose_part partially_refunded',
      'disputed restore funded',
      'disputed restore_part partially_refunded',
      'disputed restore_rest refunded',
    ],
  },
  'card refund': {
    machine: cardRefundMachine,
    cells: [
      'pending ask requires_action',
      'pending succeed succeeded',
      'pending fail failed',
      'pending cancel canceled',
      'requires_action wait pending',
      'requires_action succeed succeeded',
      'requires_action fail failed',
      'requires_action cancel canceled',
      'succeeded fail failed',
    ],
  },
}

describe.each(Object.entries(tables))('the life of a %s', (_, { machine, cells }) => {
  const written = Object.entries(machine.states).flatMap(([from, row]) =>
    Object.entries(row).map(([input, { to, emits = [] }]) => [from, input, to, ...emits].join(' ')),
  )

  test('accepts the inputs of its table and no other', () => {
    expect(written).toEqual(cells)
  })

  test('reaches every state, and ends in one of them after any inputs', () => {
    expect(unreachableStates(machine)).toEqual([])
    const inputs = [...new Set(cells.map((cell) => cell.split(' ')[1] ?? ''))]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs), { maxLength: 40 }), (sent) => {
        const last = sent.reduce((state, input) => findMove(machine, state, input)?.to ?? state, machine.initial)
        expect(Object.keys(machine.states)).toContain(last)
      }),
    )
  })
})

test('clients see seven statuses of a card payment and seven of a card escrow', () => {
  expect(cardPaymentStates).toEqual(['pending', 'succeeded', 'failed', 'expired', 'partially_refunded', 'refunded', 'disputed'])
  expect(cardEscrowStates).toEqual(['created', 'expired', 'funded', 'released', 'partially_refunded', 'refunded', 'disputed'])
})

test('a card payment announces its money, and its escrow announces the release alone', () => {
  expectTypeOf<CardPaymentEventName>().toEqualTypeOf<'card_payment_success' | 'card_refund' | 'card_dispute_created'>()
  expectTypeOf<CardEscrowEventName>().toEqualTypeOf<'card_escrow_release'>()
})
