import { expect, test } from 'vitest'
import { type Paid, paidActions } from './paid-actions.ts'

const paid: Paid = {
  amount: 226,
  currency: 'EUR',
  items: [],
  tax_exemption_reason: null,
  credit_notes: [{ amount: 119, items: [] }],
  paid_outside: { amount: 226, note: null },
  amount_paid: 226,
}

test('a paid invoice offers a credit note, and the undoing of its mark where nothing else has paid it', () => {
  expect(paidActions(paid)).toEqual(['undo', 'credit'])
  expect(paidActions({ ...paid, paid_outside: { amount: 26, note: null } })).toEqual(['credit'])
  expect(paidActions({ ...paid, paid_outside: null })).toEqual(['credit'])
})

test('a paid invoice that is credited whole offers neither: nothing is left to credit, and nothing would be left to pay', () => {
  expect(paidActions({ ...paid, credit_notes: [...paid.credit_notes, { amount: 107, items: [] }] })).toEqual([])
})
