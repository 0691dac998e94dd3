import { pbkdf2Sync } from 'node:crypto'
import { toHex } from 'viem'
import { expect, test } from 'vitest'
import vector from '../../../vectors/evm-keys.json' with { type: 'json' }
import { addressOfKey, evmKeys } from './keys.ts'

// BIP-39: how a mnemonic becomes the seed of BIP-32.
const seed = pbkdf2Sync(vector.mnemonic, 'mnemonic', 2048, 64, 'sha512')
const open = (generation: number) => evmKeys.gasPayer({ rail: { chain: 'ETH', network: '1' }, seed, generation })

test('the gas payer of generation 0 is the first account of the published test mnemonic', () => {
  const key = open(0).privateKey(0)
  expect(toHex(key)).toBe(vector.privateKey)
  expect(addressOfKey(key)).toBe(vector.address)
  expect(open(0).address(0)).toBe(vector.address)
})

test('the gas payer differs for every generation of the seed', () => {
  const addresses = [0, 1, 2, 3].map((generation) => open(generation).address(0))
  expect(new Set(addresses).size).toBe(4)
})
