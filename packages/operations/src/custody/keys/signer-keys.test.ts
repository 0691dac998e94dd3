import { addressOfPrivateKey } from '@gateway/chains/bitcoin/keys'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import { createRails } from '@gateway/chains/registry'
import { createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { entropyOfMnemonic, mnemonicOf } from './mnemonic.ts'
import { openSignerKeys } from './signer-keys.ts'

const ethereum = {
  DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
}
const devnet = createRails({ CHAINS: ['BTC', 'ETH'], chains: { BTC: { NETWORK: 'regtest' }, ETH: { CHAIN_ID: 31_337, ...ethereum } } })
const mainnet = createRails({ CHAINS: ['BTC', 'ETH'], chains: { BTC: { NETWORK: 'mainnet' }, ETH: { CHAIN_ID: 1, ...ethereum } } })

const open = (entropy: Buffer, generation = 0) => openSignerKeys({ entropy, rails: devnet, generation })
const indices = (count: number) => Array.from({ length: count }, (_, idx) => idx)

describe('the keys of a seed', () => {
  test('keys match the addresses that every BIP-39 wallet shows for the same words', () => {
    const keys = openSignerKeys({ entropy: entropyOfMnemonic(`${'abandon '.repeat(23)}art`), rails: mainnet, generation: 0 })
    // BIP-39, BIP-84 and BIP-44 wallets show these first addresses for the words of 32 zero bytes.
    expect(keys.depositAddress('BTC', { generation: 0, idx: 0 })).toBe('bc1qzmtrqsfuaf6l6kkcsseumq26ukaphfj9skkug6')
    expect(keys.gasPayerAddress('ETH')).toBe('0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb')
  })

  test('the mnemonic restores the first 1 000 addresses, the gas payer and the pool signature', () => {
    const entropy = randomBytes(32)
    const keys = open(entropy)
    const restored = open(entropyOfMnemonic(mnemonicOf(entropy).join(' ')))
    const addresses = indices(1_000).map((idx) => keys.depositAddress('BTC', { generation: 0, idx }))
    expect(indices(1_000).map((idx) => restored.depositAddress('BTC', { generation: 0, idx }))).toEqual(addresses)
    expect(new Set(addresses).size).toBe(1_000)
    expect(restored.gasPayerKey('ETH')).toEqual(keys.gasPayerKey('ETH'))
    const statement = Buffer.from('pool')
    expect(verify(null, statement, createPublicKey(keys.poolKey), sign(null, statement, restored.poolKey))).toBe(true)
  })

  test('private keys match the addresses of their index', () => {
    const keys = open(randomBytes(32))
    for (const generation of [0, 1]) {
      for (const idx of indices(5))
        expect(addressOfPrivateKey(getBitcoinNetwork('BTC', 'regtest'), keys.depositKey('BTC', { generation, idx }))).toBe(
          keys.depositAddress('BTC', { generation, idx }),
        )
    }
  })

  test('keys differ between seeds and generations, but the pool signature stays across generations', () => {
    const entropy = randomBytes(32)
    const [first, second, thirdParty] = [open(entropy), open(entropy, 1), open(randomBytes(32))]
    expect(first.depositAddress('BTC', { generation: 1, idx: 0 })).toBe(second.depositAddress('BTC', { generation: 1, idx: 0 }))
    expect(
      new Set([
        first.depositAddress('BTC', { generation: 0, idx: 0 }),
        first.depositAddress('BTC', { generation: 1, idx: 0 }),
        thirdParty.depositAddress('BTC', { generation: 0, idx: 0 }),
      ]).size,
    ).toBe(3)
    const payers = [first, second, thirdParty].map((keys) => keys.gasPayerAddress('ETH'))
    expect(new Set(payers).size).toBe(3)
    expect(first.poolKey.equals(second.poolKey)).toBe(true)
    expect(first.poolKey.equals(thirdParty.poolKey)).toBe(false)
  })

  test('keys exist only for the served chains', () => {
    const bitcoinOnly = openSignerKeys({
      entropy: randomBytes(32),
      rails: createRails({ CHAINS: ['BTC'], chains: { BTC: { NETWORK: 'regtest' } } }),
      generation: 0,
    })
    expect(() => bitcoinOnly.gasPayerKey('ETH')).toThrow(RangeError)
    expect(() => open(randomBytes(32)).gasPayerKey('POL')).toThrow(RangeError)
    const ethereumOnly = createRails({ CHAINS: ['ETH'], chains: { ETH: { CHAIN_ID: 31_337, ...ethereum } } })
    expect(() =>
      openSignerKeys({ entropy: randomBytes(32), rails: ethereumOnly, generation: 0 }).depositKey('BTC', { generation: 0, idx: 0 }),
    ).toThrow(RangeError)
  })

  test('destroy erases all keys, including a gas payer key that was handed out', () => {
    const keys = open(randomBytes(32))
    const payer = keys.gasPayerKey('ETH')
    keys.depositAddress('BTC', { generation: 0, idx: 0 })
    keys.destroy()
    expect(payer).toEqual(new Uint8Array(32))
    for (const generation of [0, 1]) expect(() => keys.depositKey('BTC', { generation, idx: 0 })).toThrow(RangeError)
    expect(() => keys.depositAddress('BTC', { generation: 0, idx: 0 })).toThrow(RangeError)
    expect(() => keys.gasPayerKey('ETH')).toThrow(RangeError)
  })

  test("destroy leaves the caller's 32 bytes unchanged", () => {
    const entropy = Buffer.alloc(32, 9)
    open(entropy).destroy()
    expect(entropy).toEqual(Buffer.alloc(32, 9))
  })
})
