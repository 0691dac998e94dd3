import { pbkdf2Sync } from 'node:crypto'
import { toHex } from 'viem'
import { expect, test } from 'vitest'
import vector from '../../vectors/evm-keys.json' with { type: 'json' }
import { addressOfKey, gasPayerKey } from './keys.ts'

// BIP-39: how a mnemonic becomes the seed of BIP-32.
const seed = pbkdf2Sync(vector.mnemonic, 'mnemonic', 2048, 64, 'sha512')

test('gasPayerKey of generation 0 is the first account of the published test mnemonic', () => {
  const key = gasPayerKey(seed, 0)
  expect(toHex(key)).toBe(vector.privateKey)
  expect(addressOfKey(key)).toBe(vector.address)
})

test('gasPayerKey differs for every generation of the seed', () => {
  const addresses = [0, 1, 2, 3].map((generation) => addressOfKey(gasPayerKey(seed, generation)))
  expect(new Set(addresses).size).toBe(4)
})
