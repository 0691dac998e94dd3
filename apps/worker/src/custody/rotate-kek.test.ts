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

/** Addresses of the first two generations, which say whose seeds a file holds. */
async function addresses(hex: string): Promise<string[]> {
  const keys = await openCustody(config({ CUSTODY_KEK_HEX: hex }), config().rails)
  try {
    return [0, 1].map((generation) => keys.bitcoinAddress(generation, 3))
  } finally {
    keys.destroy()
  }
}

describe('rotating the wrapping key', () => {
  test('lets only the new key open the seed, and leaves nothing that the old one opens', async () => {
    const before = await addresses(oldKey)
    await rotateKek(rotation(), terminal())
    expect(await addresses(newKey)).toEqual(before)
    await expect(addresses(oldKey)).rejects.toThrow(SeedRefused)
    expect(readdirSync(folder).toSorted()).toEqual(['custody.sequence', 'public.json', 'seed.json'])
    expect(statSync(seedFile()).mode & 0o777).toBe(0o600)
  })

  test('wraps the seeds of all generations anew, into a key from a file as well', async () => {
    await rotateSeed(config(), quiet, terminal())
    const before = await addresses(oldKey)
    const path = join(folder, 'kek')
    writeFileSync(path, newKey)
    chmodSync(path, 0o400)
    await rotateKek(config({ CUSTODY_NEW_KEK: 'file', CUSTODY_NEW_KEK_FILE: path }), terminal())
    const keys = await openCustody(config({ CUSTODY_KEK: 'file', CUSTODY_KEK_FILE: path }), config().rails)
    expect([0, 1].map((generation) => keys.bitcoinAddress(generation, 3))).toEqual(before)
  })

  test('hands the seeds of all generations to a key service, and takes them back from there', async () => {
    await rotateSeed(config(), quiet, terminal())
    const before = await addresses(oldKey)
    await rotateKek(config(kms.newSettings), terminal())
    const kept = config({ ...kms.settings, CUSTODY_KEK: 'kms' })
    const keys = await openCustody(kept, kept.rails)
    expect([0, 1].map((generation) => keys.bitcoinAddress(generation, 3))).toEqual(before)
    await expect(addresses(oldKey)).rejects.toThrow(SeedRefused)
    await rotateKek(rotation({ ...kms.settings, CUSTODY_KEK: 'kms' }), terminal())
    expect(await addresses(newKey)).toEqual(before)
  })

  test('leaves the file as it is when the key service refuses', async () => {
    const before = readFileSync(seedFile())
    kms.behave({ error: 'AccessDeniedException', status: 400 })
    await expect(rotateKek(config(kms.newSettings), terminal())).rejects.toThrow(KekRefused)
    expect(readFileSync(seedFile())).toEqual(before)
    expect(readdirSync(folder).toSorted()).toEqual(['custody.sequence', 'public.json', 'seed.json'])
  })

  test('is refused with a wrong old key, without a new one, and for a damaged seed; the file stays as it is', async () => {
    const before = readFileSync(seedFile())
    await expect(rotateKek(rotation({ CUSTODY_KEK_HEX: '56'.repeat(32) }), terminal())).rejects.toThrow(SeedRefused)
    await expect(rotateKek(config(), terminal())).rejects.toThrow(KekRefused)
    expect(readFileSync(seedFile())).toEqual(before)
    const damaged = before.toString().replace(/"ct":"(.)/, (_, first: string) => `"ct":"${first === 'A' ? 'B' : 'A'}`)
    writeFileSync(seedFile(), damaged)
    await expect(rotateKek(rotation(), terminal())).rejects.toThrow(SeedRefused)
    expect(readFileSync(seedFile(), 'utf8')).toBe(damaged)
  })

  test('that died before the exchange begins again, and one that died after it is finished; a file that opens is there all the time', async () => {
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
