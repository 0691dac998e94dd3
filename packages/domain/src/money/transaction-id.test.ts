import { describe, expect, test } from 'vitest'
import { findTransactionId } from './transaction-id.ts'

const HASH = '9f2c4b7d0e6a1835c47f20b9d3e8a6514c0f7be2193d5a86e0417cb2f98d6a3e'
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

describe('the id of a transaction', () => {
  test.each([
    ['BTC', ` ${HASH.toUpperCase()}\n`, HASH],
    ['BCH', HASH, HASH],
    ['ETH', HASH.toUpperCase(), `0x${HASH}`],
    ['POL', `0x${HASH.toUpperCase()}`, `0x${HASH}`],
    ['SOL', ` ${SIGNATURE} `, SIGNATURE],
  ] as const)('of %s has the spelling of its blocks', (chain, text, spelled) => {
    expect(findTransactionId(chain, text)).toBe(spelled)
  })

  test.each([
    ['BTC', `0x${HASH}`],
    ['BTC', HASH.slice(1)],
    ['BTC', SIGNATURE],
    ['ETH', `0x${HASH}0`],
    ['ETH', 'https://etherscan.io/tx/0x'],
    ['SOL', '0OIl'.repeat(16)],
    ['SOL', ''],
  ] as const)('of %s is none in another form: %s', (chain, text) => {
    expect(findTransactionId(chain, text)).toBeUndefined()
  })
})
