import { expect, test } from 'vitest'
import { cardScopesOf, findPauseScope, scopesOf } from './pause.ts'
import { payoutOwners } from './purposes.ts'

const merchantId = '3f2f7a52-6f0e-4a53-9d0e-0f4f7c6d2a11'

test('a payout is stopped by a global, chain, asset, merchant or object pause', () => {
  const scopes = scopesOf({ chain: 'ETH', asset: 'USDC_ETH', merchantId, object: `escrow:${merchantId}` })
  expect(scopes).toEqual(['global', 'chain:ETH', 'asset:USDC_ETH', `merchant:${merchantId}`, `escrow:${merchantId}`])
  expect(scopes.map(findPauseScope)).toEqual(scopes)
})

test('card money is stopped by a pause of everything, of all cards, or of its merchant', () => {
  const scopes = cardScopesOf(merchantId)
  expect(scopes).toEqual(['global', 'cards', `merchant:${merchantId}`])
  expect(scopes.map(findPauseScope)).toEqual(scopes)
})

test.each(payoutOwners)('an object pause of every kind that payouts belong to is understood: %s', (owner) => {
  expect(findPauseScope(`${owner}:${merchantId}`)).toBe(`${owner}:${merchantId}`)
})

test.each([
  '',
  'everything',
  'chain:DOGE',
  'chain:USDC_ETH',
  'asset:eth',
  'merchant:',
  'payment:',
  'invoice:',
  `treasury:${merchantId}`,
  `merchant:${merchantId}0`,
  `Merchant:${merchantId}`,
])('findPauseScope rejects the scope %j', (text) => {
  expect(findPauseScope(text)).toBeUndefined()
})
