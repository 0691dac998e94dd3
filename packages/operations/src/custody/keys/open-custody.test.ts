import { createRails } from '@gateway/chains/registry'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CustodyEnv } from '../env.ts'
import { KekRefused } from './kek.ts'
import { type CustodySettings, kekOf, labelOf, newKekOf, openCustody } from './open-custody.ts'
import { sealSeed, SeedRefused } from './sealed-seed.ts'
import { writeSeedFile } from './seed-file.ts'
import { openSignerKeys } from './signer-keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'open-custody-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ethereum = {
  CHAIN_ID: 31_337,
  DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
}
const both = (bitcoin: 'regtest' | 'signet', changes: { CHAIN_ID?: number } = {}) =>
  createRails({ CHAINS: ['BTC', 'ETH'], chains: { BTC: { NETWORK: bitcoin }, ETH: { ...ethereum, ...changes } } })
const rails = both('regtest')
const settings: CustodySettings = {
  ...CustodyEnv.parse({
    DEPLOYMENT_ID: 'pay-1',
    CUSTODY_SEED_FILE: join(folder, 'seed'),
    CUSTODY_PUBLIC_FILE: join(folder, 'public'),
    CUSTODY_KEK: 'env',
    CUSTODY_KEK_HEX: 'cd'.repeat(32),
  }),
  NODE_ENV: 'development',
}
const entropy = Buffer.alloc(32, 3)
writeSeedFile(settings.CUSTODY_SEED_FILE, await sealSeed(entropy, labelOf(settings, rails), kekOf(settings)))

describe('opening custody', () => {
  test('opening custody returns the keys of the sealed seed', async () => {
    const expected = openSignerKeys({ entropy, rails, generation: 0 })
    expect((await openCustody(settings, rails)).depositAddress('BTC', { generation: 0, idx: 7 })).toBe(
      expected.depositAddress('BTC', { generation: 0, idx: 7 }),
    )
  })

  test('the seed label does not depend on the order of the chains', () => {
    const reversed = new Map([...rails].toReversed())
    expect(labelOf(settings, reversed)).toEqual(labelOf(settings, rails))
  })

  test('refuses another deployment, another network, or other chains', async () => {
    const otherNetworks = [
      both('signet'),
      both('regtest', { CHAIN_ID: 11_155_111 }),
      createRails({ CHAINS: ['BTC'], chains: { BTC: { NETWORK: 'regtest' } } }),
    ]
    await expect(openCustody({ ...settings, DEPLOYMENT_ID: 'pay-2' }, rails)).rejects.toThrow(SeedRefused)
    for (const others of otherNetworks) await expect(openCustody(settings, others)).rejects.toThrow(SeedRefused)
  })

  test('refuses a missing or damaged seed file', async () => {
    const damaged = join(folder, 'damaged')
    writeFileSync(damaged, '{"v":1')
    for (const file of [damaged, join(folder, 'absent')])
      await expect(openCustody({ ...settings, CUSTODY_SEED_FILE: file }, rails)).rejects.toThrow('The sealed seed cannot be read')
  })

  test('refuses to open without the configured wrapping key', async () => {
    await expect(openCustody({ ...settings, CUSTODY_KEK: 'file' }, rails)).rejects.toThrow(KekRefused)
    await expect(openCustody({ ...settings, NODE_ENV: 'production' }, rails)).rejects.toThrow(KekRefused)
    await expect(openCustody({ ...settings, CUSTODY_KEK_HEX: 'ce'.repeat(32) }, rails)).rejects.toThrow(/wrapped with another key/)
  })

  test.each([
    ['env', 'CUSTODY_NEW_KEK=env needs CUSTODY_NEW_KEK_HEX'],
    ['kms', 'CUSTODY_NEW_KEK=kms needs CUSTODY_NEW_KEK_KMS_KEY, CUSTODY_NEW_KEK_KMS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY'],
  ] as const)('reports the missing settings of the new wrapping key: %s', (CUSTODY_NEW_KEK, sentence) => {
    expect(() => newKekOf({ ...settings, CUSTODY_NEW_KEK })).toThrow(sentence)
  })

  test('writes a seed file that only its owner can read', () => {
    expect(statSync(settings.CUSTODY_SEED_FILE).mode & 0o777).toBe(0o600)
  })
})
