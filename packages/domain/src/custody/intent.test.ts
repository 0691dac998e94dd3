import { expect, test } from 'vitest'
import { recipientOf } from './intent.ts'

const commit = { id: 'c1', recipients: [{ role: 'merchant', address: 'bcrt1qmerchant' }] } as const

test('money goes to the address that was committed for the role', () => {
  expect(recipientOf(commit, 'merchant')).toBe('bcrt1qmerchant')
})

test('without a committed address nothing is guessed', () => {
  expect(() => recipientOf(commit, 'platform')).toThrow('commit c1 has no platform')
})
