import { createRails } from '@gateway/chains/registry'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isSignedPoolAddress, signPoolAddress } from '../address-pool/pool-signature.ts'
import { describePublicKeys, PublicKeyFileRefused, readPublicKeyFile, writePublicKeyFile } from './public-key-file.ts'
import { seedOfEntropy, mnemonicOf } from './mnemonic.ts'
import { openSignerKeys } from './signer-keys.ts'
import { FileExists } from './durable-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'public-custody-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rails = createRails({
  CHAINS: ['BTC', 'ETH'],
  chains: {
    BTC: { NETWORK: 'regtest' },
    ETH: {
      CHAIN_ID: 31_337,
      DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
  },
})
const entropy = Buffer.alloc(32)
const keys = openSignerKeys({ entropy, rails, generation: 0 })
const facts = describePublicKeys(keys, { deploymentId: 'pay-1', rails, generation: 0 })

describe('the public facts about custody', () => {
  test("the public facts name deployment, networks, generation, gas payers, deciders and the pool's signing key", () => {
    expect({ ...facts, poolPublicKey: 'key' }).toEqual({
      v: 1,
      deploymentId: 'pay-1',
      networks: { BTC: 'regtest', ETH: '31337' },
      generation: 0,
      poolPublicKey: 'key',
      gasPayerAddresses: { ETH: '0xF278cF59F82eDcf871d630F28EcC8056f25C1cdb' },
      deciderAddresses: { ETH: '0xf785bD075874b8423D3583728a981399f31e95aA' },
    })
    const statement = {
      deploymentId: 'pay-1',
      network: 'regtest',
      chain: 'BTC',
      generation: 0,
      idx: 3,
      address: keys.depositAddress('BTC', { generation: 0, idx: 3 }),
    } as const
    const publicKey = createPublicKey({ key: Buffer.from(facts.poolPublicKey, 'base64'), format: 'der', type: 'spki' })
    expect(isSignedPoolAddress(statement, signPoolAddress(statement, keys.poolKey), publicKey)).toBe(true)
  })

  test('the public facts contain no secret in any encoding', () => {
    const secrets = [
      seedOfEntropy(entropy),
      Buffer.from(keys.gasPayerKey('ETH')),
      Buffer.from(keys.depositKey('BTC', { generation: 0, idx: 0 })),
      keys.poolKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
    ]
    const text = JSON.stringify(facts)
    for (const secret of secrets)
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(text).not.toContain(secret.toString(form))
    for (const word of new Set(mnemonicOf(entropy))) expect(text).not.toContain(word)
  })

  test('the public facts round-trip through a world-readable file and are never overwritten', () => {
    const path = join(folder, 'facts.json')
    writePublicKeyFile(path, facts)
    expect(readPublicKeyFile(path)).toEqual(facts)
    expect(statSync(path).mode & 0o777).toBe(0o644)
    expect(() => writePublicKeyFile(path, { ...facts, deploymentId: 'other' })).toThrow(FileExists)
    expect(readFileSync(path, 'utf8')).toContain('pay-1')
  })

  test.each([
    ['no JSON', 'nonsense'],
    ['another version', JSON.stringify({ ...facts, v: 2 })],
    ['an unknown member', JSON.stringify({ ...facts, seed: 'x' })],
    ['no deployment', JSON.stringify({ ...facts, deploymentId: '' })],
    ['an invalid key', JSON.stringify({ ...facts, poolPublicKey: 'AAAA' })],
    ['a key of another type', JSON.stringify({ ...facts, poolPublicKey: otherKey() })],
  ])('refuses a description with %s', (name, text) => {
    const path = join(folder, `${name}.json`)
    writeFileSync(path, text)
    expect(() => readPublicKeyFile(path)).toThrow(PublicKeyFileRefused)
  })

  test('refuses a missing description', () => {
    expect(() => readPublicKeyFile(join(folder, 'absent'))).toThrow(PublicKeyFileRefused)
  })
})

function otherKey(): string {
  return generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}
