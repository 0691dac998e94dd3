import { expect, test } from 'vitest'
import { paysItsPayees, payoutOwners, purposeOfTerms, purposes, purposesWhere } from './purposes.ts'

test('finds purposes by a trait, and the purpose that terms pay for', () => {
  expect(purposesWhere('isHeldAfterPin')).toEqual(['payment_refund', 'invoice_refund'])
  expect((['refund', 'invoice_refund'] as const).map(purposeOfTerms)).toEqual(['payment_refund', 'invoice_refund'])
  expect(['escrow', 'escrow_overpaid'].map((subject) => purposeOfTerms(subject as 'escrow'))).toEqual(['escrow_release', 'escrow_release'])
  expect(payoutOwners).toEqual(['payment', 'escrow', 'invoice'])
})

test('every kind of terms belongs to one purpose', () => {
  const kinds = Object.values(purposes).map(({ termsOf }) => termsOf)
  expect(new Set(kinds).size).toBe(kinds.length)
})

test.each([
  ['payment', ['merchant', 'platform'], true],
  ['payment', ['platform', 'merchant'], false],
  ['payment', ['merchant'], false],
  ['payment', ['payer'], false],
  ['refund', ['payer'], true],
  ['refund', ['payer', 'platform'], false],
  ['refund', [], false],
  ['invoice_refund', ['payer'], true],
  ['invoice_refund', ['merchant', 'platform'], false],
] as const)('terms of a %s that pay %j are those of its purpose: %s', (subject, roles, isTrue) => {
  const recipients = roles.map((role) => ({ role, address: 'address' }))
  expect(paysItsPayees(subject, recipients)).toBe(isTrue)
})
