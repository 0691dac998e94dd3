import type { ChainCode } from '@gateway/domain/money/asset'
import { expect, test } from 'vitest'
import { isMainNetwork } from './main-networks.ts'

test.each<[ChainCode, string, string]>([
  ['BTC', 'mainnet', 'signet'],
  ['BCH', 'mainnet', 'chipnet'],
  ['ETH', '1', '11155111'],
  ['POL', '137', '80002'],
  ['SOL', 'mainnet-beta', 'devnet'],
])('Coins of %s have value on network %s and none on %s', (chain, main, other) => {
  expect(isMainNetwork({ chain, network: main })).toBe(true)
  expect(isMainNetwork({ chain, network: other })).toBe(false)
})
