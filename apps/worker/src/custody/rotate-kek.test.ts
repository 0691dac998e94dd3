import { type AwsKms, startAwsKms } from '@gateway/testing/aws-kms'
import { openCustody } from '@gateway/operations/custody/keys/open-custody'
import { KekRefused } from '@gateway/operations/custody/keys/kek'
import { SeedRefused } from '@gateway/operations/custody/keys/sealed-seed'
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCustodyConfig } from './config.ts'
import { initCustody } from './init-custody.ts'
import { rotateKek } from './rotate-kek.ts'
import { rotateSeed } from './rotate-seed.ts'

let kms: AwsKms
beforeAll(async () => void (kms = await startAwsKms()))
afterAll(() => kms.close())

let folder = ''
beforeEach(async () => {
  kms.behave('working')
  folder = mkdtempSync(join(tmpdir(), 'rotate-kek-'))
  await initCustody(config(), quiet, terminal())
})
afterEach(() => rmSync(folder, { recursive: true }))

const quiet = { restore: false, quiet: true, showWords: false }
const terminal = () => ({ input: new PassThrough(), output: new PassThrough() })
const seedFile = () => join(folder, 'seed.json')
const aside = () => `${seedFile()}.before-rotation`
const [oldKey, newKey] = ['12'.repeat(32), '34'.repeat(32)]

const config = (settings: Readonly<Record<string, string>> = {}) =>
  readCustodyConfig({
    NODE_ENV: 'development',
    CHAINS: 'BTC',
    BTC_NETWORK: 'regtest',
    DEPLOYMENT_ID: 'pay-1',
    CUSTODY_SEED_FILE: seedFile(),
    CUSTODY_PUBLIC_FILE: join(folder, 'public.json'),
    CUSTODY_KEK: 'env',
    CUSTODY_KEK_HEX: oldKey,
    ...settings,
  })
const rotation = (settings: Readonly<Record<string, string>> = {}) =>
  config({ CUSTODY_NEW_KEK: 'env', CUSTODY_NEW_KEK_HEX: newKey, ...settings })

/** Addresses of the first two generations, which identify the seeds of a file. */
async function addresses(hex: string): Promise<string[]> {
  const keys = await openCustody(config({ CUSTODY_KEK_HEX: hex }), config().rails)
  try {
    return [0, 1].map((generation) => keys.depositAddress('BTC', { generation, idx: 3 }))
  } finally {
    keys.destroy()
  }
}

describe('rotateKek', () => {
  test('lets only the new key open the seed, and leaves no copy for the old one', async () => {
    const before = await addresses(oldKey)
    await rotateKek(rotation(), terminal())
    expect(await addresses(newKey)).toEqual(before)
    await expect(addresses(oldKey)).rejects.toThrow(SeedRefused)
    expect(readdirSync(folder).toSorted()).toEqual(['custody.sequence', 'public.json', 'seed.json'])
    expect(statSync(seedFile()).mode & 0o777).toBe(0o600)
  })

  test('wraps the seeds of all generations, also with a key from a file', async () => {
    await rotateSeed(config(), quiet, terminal())
    const before = await addresses(oldKey)
    const path = join(folder, 'kek')
    writeFileSync(path, newKey)
    chmodSync(path, 0o400)
    await rotateKek(config({ CUSTODY_NEW_KEK: 'file', CUSTODY_NEW_KEK_FILE: path }), terminal())
    const keys = await openCustody(config({ CUSTODY_KEK: 'file', CUSTODY_KEK_FILE: path }), config().rails)
    expect([0, 1].map((generation) => keys.depositAddress('BTC', { generation, idx: 3 }))).toEqual(before)
  })

  test('moves the seeds of all generations to AWS KMS and back', async () => {
    await rotateSeed(config(), quiet, terminal())
    const before = await addresses(oldKey)
    await rotateKek(config(kms.newSettings), terminal())
    const kept = config({ ...kms.settings, CUSTODY_KEK: 'kms' })
    const keys = await openCustody(kept, kept.rails)
    expect([0, 1].map((generation) => keys.depositAddress('BTC', { generation, idx: 3 }))).toEqual(before)
    await expect(addresses(oldKey)).rejects.toThrow(SeedRefused)
    await rotateKek(rotation({ ...kms.settings, CUSTODY_KEK: 'kms' }), terminal())
    expect(await addresses(newKey)).toEqual(before)
  })

  test('leaves the file unchanged when AWS KMS refuses', async () => {
    const before = readFileSync(seedFile())
    kms.behave({ error: 'AccessDeniedException', status: 400 })
    await expect(rotateKek(config(kms.newSettings), terminal())).rejects.toThrow(KekRefused)
    expect(readFileSync(seedFile())).toEqual(before)
    expect(readdirSync(folder).toSorted()).toEqual(['custody.sequence', 'public.json', 'seed.json'])
  })

  test('rejects a wrong old key, a missing new one and a damaged seed, and leaves the file unchanged', async () => {
    const before = readFileSync(seedFile())
    await expect(rotateKek(rotation({ CUSTODY_KEK_HEX: '56'.repeat(32) }), terminal())).rejects.toThrow(SeedRefused)
    await expect(rotateKek(config(), terminal())).rejects.toThrow(KekRefused)
    expect(readFileSync(seedFile())).toEqual(before)
    const damaged = before.toString().replace(/"ct":"(.)/, (_, first: string) => `"ct":"${first === 'A' ? 'B' : 'A'}`)
    writeFileSync(seedFile(), damaged)
    await expect(rotateKek(rotation(), terminal())).rejects.toThrow(SeedRefused)
    expect(readFileSync(seedFile(), 'utf8')).toBe(damaged)
  })

  test('resumes after a crash before or after the exchange, with a usable file at every moment', async () => {
    const before = await addresses(oldKey)
    copyFileSync(seedFile(), aside())
    expect(await addresses(oldKey)).toEqual(before)
    await rotateKek(rotation(), terminal())
    const rotated = readFileSync(seedFile())
    writeFileSync(aside(), 'what it held before')
    await rotateKek(rotation(), terminal())
    expect(readFileSync(seedFile())).toEqual(rotated)
    expect(readdirSync(folder).toSorted()).toEqual(['custody.sequence', 'public.json', 'seed.json'])
    expect(await addresses(newKey)).toEqual(before)
  })
})
