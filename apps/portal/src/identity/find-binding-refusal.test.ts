import { expect, test } from 'vitest'
import { findBindingRefusal } from './find-binding-refusal.ts'

test('a role that is bound has no refusal', () => {
  expect(findBindingRefusal({ party: { bound: true, reason: null } })).toBeUndefined()
})

test('a right token whose role is taken is a refusal with its reason', () => {
  const reason = 'The role belongs to another merchant'
  expect(findBindingRefusal({ party: { bound: false, reason } })).toBe(reason)
})

test.each([{ party: null }, { party: { bound: false, reason: null } }])('%j is a refusal too', (answer) => {
  expect(findBindingRefusal(answer)).toBe('Your DID was not bound. Sign in again, and repeat it.')
})
