import { WIF } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import vectors from '../../vectors/bitcoin-keys.json' with { type: 'json' }
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { accountPath } from '../key-account.ts'
import { addressOfPrivateKey, addressOfPublicKey, bitcoinKeys } from './keys.ts'

const [mainnet, regtest] = [getBitcoinNetwork('BTC', 'mainnet'), getBitcoinNetwork('BTC', 'regtest')]
const seed = Buffer.from(vectors.seed, 'hex')

const open = (network: string, generation: number, from: Uint8Array = seed) =>
  bitcoinKeys.deposit({ rail: { chain: 'BTC', network }, seed: from, generation })

describe('deposit keys of the BIP-84 test seed', () => {
  const account = open('mainnet', 0)

  test.each(vectors.receiving.map((vector, idx) => ({ ...vector, idx })))(
    'match the published vector $path, $address',
    ({ path, idx, privateKey, publicKey, address }) => {
      expect(`${accountPath({ purpose: 84, coinType: mainnet.coinType, generation: 0 })}/${idx}`).toBe(path)
      expect(WIF({ ...mainnet, bech32: mainnet.prefix }).encode(account.privateKey(idx))).toBe(privateKey)
      expect(account.address(idx)).toBe(address)
      expect(addressOfPublicKey(mainnet, Buffer.from(publicKey, 'hex'))).toBe(address)
    },
  )

  test('differ between generations and between networks', () => {
    const others = [open('mainnet', 1), open('regtest', 0), open('regtest', 1)]
    expect(new Set([account, ...others].map((each) => Buffer.from(each.privateKey(0)).toString('hex'))).size).toBe(4)
  })

  test('keep their addresses after a restart', () => {
    const again = open('mainnet', 0, Uint8Array.from(seed))
    expect(again.address(999)).toBe(account.address(999))
  })

  test('leave the seed unchanged', () => {
    expect(seed.toString('hex')).toBe(vectors.seed)
  })

  test('become unusable after wipe', () => {
    const wiped = open('mainnet', 0)
    wiped.wipe()
    expect(() => wiped.privateKey(0)).toThrow(RangeError)
  })

  test.each([-1, 1.5, 2 ** 31, Number.NaN])('reject the index %s', (index) => {
    expect(() => account.address(index)).toThrow(RangeError)
    expect(() => open('mainnet', index)).toThrow(RangeError)
  })
})

test('addressOfPublicKey rejects an uncompressed key, whose outputs would be unspendable', () => {
  expect(() => addressOfPublicKey(regtest, new Uint8Array(65))).toThrow(RangeError)
  expect(addressOfPrivateKey(regtest, new Uint8Array(32).fill(1))).toMatch(/^bcrt1q/)
})
