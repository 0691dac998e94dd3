import { type AwsKms, startAwsKms } from '@gateway/testing/aws-kms'
import { readPublicKeyFile } from '@gateway/operations/custody/keys/public-key-file'
import { entropyOfMnemonic, mnemonicOf } from '@gateway/operations/custody/keys/mnemonic'
import { openHighWaterFile } from '@gateway/operations/custody/recovery/high-water-file'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'custody-init-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const seedFile = () => join(folder, 'seed.json')
const publicFile = () => join(folder, 'public.json')
const settings = () => ({
  NODE_ENV: 'development',
  CHAINS: 'BTC,ETH',
  BTC_NETWORK: 'regtest',
  PUBLIC_BASE_URL: 'https://pay.example',
  ETH_CHAIN_ID: '31337',
  ETH_DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ETH_USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  DEPLOYMENT_ID: 'pay-1',
  CUSTODY_SEED_FILE: seedFile(),
  CUSTODY_PUBLIC_FILE: publicFile(),
  CUSTODY_KEK: 'env',
  CUSTODY_KEK_HEX: 'ef'.repeat(32),
  // The second start finds its sources compiled, which is most of the starting time.
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../../../.cache/node'),
})

const ZERO_WORDS = mnemonicOf(new Uint8Array(32)).join(' ')

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command with nothing but its settings in the environment. */
function run(
  parameters: readonly string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...parameters], { env: { ...settings(), ...env } })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()))
  // A command that rejects its settings ends before it reads.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out: out.join(''), err: err.join('') })))
}

/** The words of the numbered table. */
const wordsIn = (text: string): string => [...text.matchAll(/^[ \d]\d .*$/gm)].flatMap(([line]) => line.match(/[a-z]+/g) ?? []).join(' ')

describe('custody init', () => {
  test('shows 24 words once, and seals their seed into a file readable by its owner only', async () => {
    const { code, out } = await run(['--show-words'])
    expect(code).toBe(0)
    const entropy = entropyOfMnemonic(wordsIn(out))
    expect(statSync(seedFile()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).toSorted()).toEqual(['custody.sequence', 'public.json', 'seed.json'])
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8')
      for (const form of ['hex', 'base64'] as const) expect(text).not.toContain(entropy.toString(form))
    }
    expect(Object.keys(JSON.parse(readFileSync(seedFile(), 'utf8')))).toEqual(['v', 'kek_id', 'wrapped_dek', 'iv', 'ct', 'tag'])
  })

  test('shows no words when the output is no terminal, and stores nothing', async () => {
    const { code, out, err } = await run([])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^The output is no terminal.*\n$/)
    expect(readdirSync(folder)).toEqual([])
  })

  test('shows no words with --quiet in development, and rejects the option in production', async () => {
    const production = await run(['--quiet'], { env: { NODE_ENV: 'production', CUSTODY_ALLOW_ENV_KEK: '1' } })
    expect(production).toMatchObject({ code: 1, out: '' })
    expect(readdirSync(folder)).toEqual([])
    const { code, out } = await run(['init', '--quiet'])
    expect(code).toBe(0)
    expect(wordsIn(out)).toBe('')
    expect(readPublicKeyFile(publicFile())).toMatchObject({ deploymentId: 'pay-1', networks: { BTC: 'regtest', ETH: '31337' } })
  })

  test('restores the same keys from the words on another machine, without declaring them new', async () => {
    const { out } = await run(['--show-words'])
    const before = readPublicKeyFile(publicFile())
    const sequence = join(folder, 'custody.sequence')
    expect(openHighWaterFile(sequence).isDrawn(before.poolPublicKey)).toBe(true)
    for (const file of [seedFile(), publicFile(), sequence]) rmSync(file)
    const restored = await run(['restore'], { input: `${wordsIn(out).replaceAll(' ', '\n')}\n` })
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(wordsIn(restored.out)).toBe('')
    expect(readPublicKeyFile(publicFile())).toEqual(before)
    expect(existsSync(sequence)).toBe(false)
  })

  test('accepts only the words of the seed described by the public facts', async () => {
    await run(['--quiet'])
    rmSync(seedFile())
    const { code, err } = await run(['--restore'], { input: ZERO_WORDS })
    expect(code).toBe(1)
    expect(err).toMatch(/describes another seed/)
    expect(existsSync(seedFile())).toBe(false)
    expect(await run(['--quiet'])).toMatchObject({ code: 1, out: '' })
  })

  test('never overwrites a seed', async () => {
    await run(['--restore'], { input: ZERO_WORDS })
    const before = readFileSync(seedFile())
    for (const parameters of [['--quiet'], ['--show-words'], ['--restore']]) {
      const { code, err } = await run(parameters, { input: ZERO_WORDS })
      expect({ code, err }).toEqual({ code: 1, err: `${seedFile()} exists already; a seed is never overwritten\n` })
    }
    expect(readFileSync(seedFile())).toEqual(before)
  })

  test('completes the public facts of an interrupted sealing', async () => {
    await run(['--quiet'])
    const [facts, sealed] = [readPublicKeyFile(publicFile()), readFileSync(seedFile())]
    rmSync(publicFile())
    expect(await run(['--quiet'])).toMatchObject({ code: 0, err: '' })
    expect(readPublicKeyFile(publicFile())).toEqual(facts)
    expect(readFileSync(seedFile())).toEqual(sealed)
  })

  test.each([
    { problem: 'wrong words', parameters: ['--restore'], env: {}, sentence: /^These words are not a seed/ },
    { problem: 'a missing setting', parameters: ['--quiet'], env: { DEPLOYMENT_ID: '' }, sentence: /DEPLOYMENT_ID/ },
    { problem: 'a chain without its network', parameters: ['--quiet'], env: { BTC_NETWORK: '' }, sentence: /BTC_NETWORK/ },
    { problem: 'an ambiguous name', parameters: ['--quiet'], env: { DEPLOYMENT_ID: 'a|b' }, sentence: /DEPLOYMENT_ID/ },
    {
      problem: 'a wrapping key in the environment in production',
      parameters: ['--show-words'],
      env: { NODE_ENV: 'production' },
      sentence: /refused in production/,
    },
    { problem: 'no wrapping key', parameters: ['--quiet'], env: { CUSTODY_KEK: 'file' }, sentence: /CUSTODY_KEK_FILE/ },
    { problem: 'an option that does not exist', parameters: ['--force'], env: {}, sentence: /--force/ },
    { problem: 'a command that does not exist', parameters: ['reveal'], env: {}, sentence: /custody init/ },
  ])('stops at $problem with a message without a stack, and stores nothing', async ({ parameters, env, sentence }) => {
    const { code, out, err } = await run(parameters, { env, input: `${'zoo '.repeat(24)}\n` })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(sentence)
    expect(err).not.toMatch(/zoo|efefef|\n\s+at /)
    expect(readdirSync(folder)).toEqual([])
  })

  test('leaves a damaged seed unchanged', async () => {
    writeFileSync(seedFile(), 'damaged')
    expect(await run(['--quiet'])).toMatchObject({ code: 1, err: 'The sealed seed cannot be read\n' })
    expect(readFileSync(seedFile(), 'utf8')).toBe('damaged')
  })
})

describe('custody init with a key in AWS KMS', () => {
  let kms: AwsKms
  beforeAll(async () => void (kms = await startAwsKms()))
  beforeEach(() => kms.behave('working'))
  afterAll(() => kms.close())

  const withKms = () => ({ ...kms.settings, CUSTODY_KEK: 'kms', CUSTODY_KEK_HEX: '' })

  test('seals and opens the seed with it', async () => {
    expect(await run(['--quiet'], { env: withKms() })).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(readFileSync(seedFile(), 'utf8'))).toMatchObject({ kek_id: `kms:${kms.keys[0]}` })
    rmSync(publicFile())
    expect(await run(['--quiet'], { env: withKms() })).toMatchObject({ code: 0, err: '' })
    expect(existsSync(publicFile())).toBe(true)
  })

  test('checks the key before it shows words, and shows none when that fails', async () => {
    kms.behave({ error: 'AccessDeniedException', status: 400 })
    const { code, out, err } = await run(['--show-words'], { env: withKms() })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe('AWS KMS refused Encrypt with the key that wraps the seed: status 400 (AccessDeniedException)\n')
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    { what: 'another deployment', env: { DEPLOYMENT_ID: 'pay-2' } },
    { what: 'another network', env: { BTC_NETWORK: 'testnet' } },
  ])('refuses to open the seed for $what, and exits before any work', async ({ env }) => {
    await run(['--quiet'], { env: withKms() })
    rmSync(publicFile())
    const { code, out, err } = await run(['--quiet'], { env: { ...withKms(), ...env } })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^The sealed seed does not open: .*\n$/)
    expect(kms.secrets.filter((secret) => err.includes(secret))).toEqual([])
    expect(existsSync(publicFile())).toBe(false)
  })
})
