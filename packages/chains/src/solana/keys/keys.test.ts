import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import vectors from '../../../vectors/solana-keys.json' with { type: 'json' }
import { addressOfPrivateKey, solanaKeys } from './keys.ts'
import { derive, masterKey, privateKeyOf } from './slip10.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const seed = Buffer.from(vectors.wallet.seed, 'hex')
const rail = { chain: 'SOL', network: 'mainnet-beta' } as const

describe.each(vectors.trees)('the SLIP-0010 tree of seed $seed', (tree) => {
  test.each(tree.nodes)('matches the published node $path', ({ path, chainCode, privateKey, publicKey }) => {
    const node = derive(masterKey(Buffer.from(tree.seed, 'hex')), path)
    expect(hex(privateKeyOf(node))).toBe(privateKey)
    expect(hex(node.subarray(32))).toBe(chainCode)
    expect(`00${hex(base58.decode(addressOfPrivateKey(privateKeyOf(node))))}`).toBe(publicKey)
  })
})

describe('deposit keys', () => {
  const account = solanaKeys.deposit({ rail, seed, generation: 0 })

  test.each(vectors.wallet.addresses.map((address, idx) => ({ address, idx })))(
    'of generation 0 have the address $address that wallets show at index $idx',
    ({ address, idx }) => {
      expect(account.address(idx)).toBe(address)
      expect(Keypair.fromSeed(account.privateKey(idx)).publicKey.toBase58()).toBe(address)
    },
  )

  test('differ between generations, indices and roles', () => {
    const accounts = [0, 1, 2].flatMap((generation) => [
      solanaKeys.deposit({ rail, seed, generation }),
      solanaKeys.gasPayer({ rail, seed, generation }),
    ])
    const addresses = accounts.flatMap((each) => [0, 1, 2].map((idx) => each.address(idx)))
    expect(new Set(addresses).size).toBe(18)
  })

  test('leave the seed unchanged, and are the same after a restart', () => {
    expect(hex(seed)).toBe(vectors.wallet.seed)
    expect(solanaKeys.deposit({ rail, seed: Uint8Array.from(seed), generation: 0 }).address(999)).toBe(account.address(999))
  })

  test('cannot be used after wipe', () => {
    const wiped = solanaKeys.deposit({ rail, seed, generation: 0 })
    wiped.wipe()
    expect(() => wiped.privateKey(0)).toThrow(RangeError)
    expect(() => wiped.address(0)).toThrow(RangeError)
  })

  test.each([-1, 1.5, 2 ** 31, Number.NaN])('reject the index %s', (index) => {
    expect(() => account.address(index)).toThrow(RangeError)
    expect(() => solanaKeys.deposit({ rail, seed, generation: index })).toThrow(RangeError)
  })
})
