import { expect, test } from 'vitest'
import { explorerAddressOf } from './explorer-address.ts'

test.each([
  ['https://mempool.space/tx/', 'https://mempool.space/address/'],
  ['https://mempool.space/signet/tx/', 'https://mempool.space/signet/address/'],
  ['https://blockchair.com/bitcoin-cash/transaction/', 'https://blockchair.com/bitcoin-cash/address/'],
  ['https://etherscan.io/tx/', 'https://etherscan.io/address/'],
  ['https://solscan.io/tx/', 'https://solscan.io/account/'],
  ['https://explorer.example/?tx=', null],
  [undefined, null],
])('%s leads to %s', (transactions, addresses) => {
  expect(explorerAddressOf(transactions)).toBe(addresses)
})
