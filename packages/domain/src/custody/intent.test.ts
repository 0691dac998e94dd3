import { expect, test } from 'vitest'
import { recipientOf } from './intent.ts'

const commit = { id: 'c1', recipients: [{ role: 'merchant', address: 'bcrt1qmerchant' }] } as const

test('recipientOf returns the committed address of the role', () => {
  expect(recipientOf(commit, 'merchant')).toBe('bcrt1qmerchant')
})

test('recipientOf throws when the role has no committed address', () => {
  expect(() => recipientOf(commit, 'platform')).toThrow('commit c1 has no platform')
})
