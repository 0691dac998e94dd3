import { expect, test } from 'vitest'
import { requirementWords } from './requirement-words.ts'

test.each([
  ['external_account', 'A bank account for payouts'],
  ['individual.verification.document', 'Your identity document'],
  ['representative.address.postal_code', 'The representative’s address'],
  ['company.tax_id', 'The company’s tax number'],
  ['person_1Abc.email', 'A person’s e-mail address'],
  ['documents.something_new', '“documents.something_new”, as the card processor calls it'],
])('the requirement %s is told as %s', (name, words) => {
  expect(requirementWords([name])).toEqual([words])
})

test('requirements that are one matter are told once', () => {
  expect(
    requirementWords(['individual.dob.day', 'individual.dob.month', 'individual.dob.year', 'tos_acceptance.date', 'tos_acceptance.ip']),
  ).toEqual(['Your date of birth', 'Your agreement to the terms of the card processor'])
})
