import { expect, test } from 'vitest'
import { isHeldAfterPin, recipientOf } from './intent.ts'

const commit = { id: 'c1', recipients: [{ role: 'merchant', address: 'bcrt1qmerchant' }] } as const

test('recipientOf returns the committed address of the role', () => {
  expect(recipientOf(commit, 'merchant')).toBe('bcrt1qmerchant')
})

test('recipientOf throws when the role has no committed address', () => {
  expect(() => recipientOf(commit, 'platform')).toThrow('commit c1 has no platform')
})

test('a payout is held after its pin where its recipient was named after creation', () => {
  const conditions = { amountUnits: '1', tokenHash: 'aa', expiresAt: '2026-11-01T00:00:00.000Z' }
  expect(isHeldAfterPin({ subject: 'refund', conditions: null })).toBe(true)
  expect(isHeldAfterPin({ subject: 'escrow_refund', conditions })).toBe(false)
  expect(isHeldAfterPin({ subject: 'escrow_refund', conditions: { ...conditions, naming: 'sealed' } })).toBe(true)
})
