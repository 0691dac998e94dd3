import { openCustody } from '@gateway/operations/custody/keys/open-custody'
import { openHighWater } from '@gateway/operations/custody/recovery/open-high-water'
import { readPublicKeyFile } from '@gateway/operations/custody/keys/public-key-file'
import { SeedRefused } from '@gateway/operations/custody/keys/sealed-seed'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCustodyConfig } from './config.ts'
import { initCustody, InitRefused } from './init-custody.ts'
import { rotateSeed } from './rotate-seed.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rotate-seed-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const shown = { restore: false, quiet: false, showWords: true }
const FIRST_ADDRESSES = 1_000

const config = (machine: string) =>
  readCustodyConfig({
    NODE_ENV: 'development',
    CHAINS: 'BTC,ETH',
    BTC_NETWORK: 'regtest',
    ETH_CHAIN_ID: '31337',
    ETH_DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    ETH_USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    DEPLOYMENT_ID: 'pay-1',
    CUSTODY_SEED_FILE: join(folder, `${machine}.sealed.json`),
    CUSTODY_PUBLIC_FILE: join(folder, `${machine}.public.json`),
    CUSTODY_SEQUENCE_FILE: join(folder, `${machine}.sequence`),
    CUSTODY_KEK: 'env',
    CUSTODY_KEK_HEX: (machine.length % 10).toString().repeat(64),
  })

/** Runs a command at its own terminal; returns the shown words. */
async function wordsOf(command: (terminal: { input: PassThrough; output: PassThrough }) => Promise<void>, typed = ''): Promise<string> {
  const terminal = { input: new PassThrough(), output: new PassThrough({ encoding: 'utf8' }) }
  const seen: string[] = []
  terminal.output.on('data', (text: string) => void seen.push(text))
  terminal.input.end(typed)
  await command(terminal)
  const table = [...seen.join('').matchAll(/^[ \d]\d .*$/gm)].flatMap(([line]) => line.match(/[a-z]+/g) ?? [])
  return table.join(' ')
}

const init = (machine: string) => wordsOf((terminal) => initCustody(config(machine), shown, terminal))
const rotate = (machine: string) => wordsOf((terminal) => rotateSeed(config(machine), shown, terminal))
const facts = (machine: string) => readPublicKeyFile(config(machine).CUSTODY_PUBLIC_FILE)

/** True when a machine knows that no address of its newest seed was issued. */
const isNew = (machine: string) => openHighWater(config(machine)).isDrawn(facts(machine).poolPublicKey)

async function addressesOf(machine: string, generation: number, count = FIRST_ADDRESSES): Promise<string[]> {
  const keys = await openCustody(config(machine), config(machine).rails)
  return Array.from({ length: count }, (_, idx) => keys.depositAddress('BTC', { generation, idx }))
}

describe('a clean machine', () => {
  test('derives the same first thousand addresses, gas payer and public key from the words of every generation', async () => {
    const words = [await init('old'), await rotate('old')]
    const restore = { ...shown, restore: true }
    expect(await wordsOf((terminal) => initCustody(config('clean'), restore, terminal), `${words[0]}\n`)).toBe('')
    expect(await wordsOf((terminal) => rotateSeed(config('clean'), restore, terminal), `${words[1]}\n`)).toBe('')
    const before = await Promise.all([0, 1].map((generation) => addressesOf('old', generation)))
    expect(await Promise.all([0, 1].map((generation) => addressesOf('clean', generation)))).toEqual(before)
    expect(facts('clean')).toEqual(facts('old'))
    expect([isNew('old'), isNew('clean')]).toEqual([true, false])
    expect(new Set(before.flat()).size).toBe(2 * FIRST_ADDRESSES)
  }, 120_000)
})

describe('rotateSeed', () => {
  test('shows new words and derives new addresses, signatures and gas payer from them, while old addresses stay spendable', async () => {
    const first = await init('one')
    const [oldFacts, oldAddresses] = [facts('one'), await addressesOf('one', 0, 5)]
    const second = await rotate('one')
    expect(second.split(' ')).toHaveLength(24)
    expect(second).not.toBe(first)
    expect(await addressesOf('one', 0, 5)).toEqual(oldAddresses)
    expect(facts('one').generation).toBe(1)
    expect(facts('one').poolPublicKey).not.toBe(oldFacts.poolPublicKey)
    expect(facts('one').gasPayerAddresses['ETH']).not.toBe(oldFacts.gasPayerAddresses['ETH'])
    expect(isNew('one')).toBe(true)
    await rotate('one')
    expect(facts('one').generation).toBe(2)
    expect(await addressesOf('one', 0, 5)).toEqual(oldAddresses)
  })

  test('completes the public facts after a crash between its two files, and draws no further seed', async () => {
    await init('one')
    const before = readFileSync(config('one').CUSTODY_PUBLIC_FILE)
    await rotate('one')
    const [sealed, after] = [readFileSync(config('one').CUSTODY_SEED_FILE), facts('one')]
    writeFileSync(config('one').CUSTODY_PUBLIC_FILE, before)
    expect(await rotate('one')).toBe('')
    expect(readFileSync(config('one').CUSTODY_SEED_FILE)).toEqual(sealed)
    expect(facts('one')).toEqual(after)
  })

  test('stores nothing when its words would go to a file, or are wrong', async () => {
    await init('one')
    const before = readFileSync(config('one').CUSTODY_SEED_FILE)
    await expect(wordsOf((terminal) => rotateSeed(config('one'), { ...shown, showWords: false }, terminal))).rejects.toThrow(InitRefused)
    const restore = { ...shown, restore: true }
    await expect(wordsOf((terminal) => rotateSeed(config('one'), restore, terminal), 'zoo '.repeat(24))).rejects.toThrow(/not a seed/)
    expect(readFileSync(config('one').CUSTODY_SEED_FILE)).toEqual(before)
    expect(readdirSync(folder)).toHaveLength(3)
    expect(isNew('one')).toBe(true)
  })

  test('seals each seed for its generation: exchanged seeds do not open', async () => {
    await init('one')
    await rotate('one')
    await rotate('one')
    const path = config('one').CUSTODY_SEED_FILE
    const stored = JSON.parse(readFileSync(path, 'utf8')) as { seeds: { generation: number; sealed: unknown }[] }
    const [first, second, third] = stored.seeds
    const exchanged = [first, { generation: 1, sealed: third?.sealed }, { generation: 2, sealed: second?.sealed }]
    for (const seeds of [exchanged, [first, third, second], []]) {
      writeFileSync(path, JSON.stringify({ seeds }))
      await expect(openCustody(config('one'), config('one').rails)).rejects.toThrow(SeedRefused)
    }
  })
})
