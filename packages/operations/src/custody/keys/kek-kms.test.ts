import { type AwsKms, startAwsKms } from '@gateway/testing/aws-kms'
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CustodyEnv } from '../env.ts'
import { type Kek, KekRefused } from './kek.ts'
import { openKmsKek } from './kek-kms.ts'
import { openSeed, rewrapSeed, sealSeed, SeedRefused, type SealedSeed } from './sealed-seed.ts'

let kms: AwsKms
beforeAll(async () => void (kms = await startAwsKms()))
beforeEach(() => {
  kms.behave('working')
  told.length = 0
})
afterAll(() => kms.close())

const label = { purpose: 'custody-seed', deploymentId: 'pay-1', network: 'BTC=regtest,ETH=31337' }
const entropy = randomBytes(32)
const told: string[] = []
const LIMITS = { answerMs: 60_000, pausesMs: [1, 1] }

const settingsWith = (changes: Readonly<Record<string, string | undefined>> = {}) => ({
  ...CustodyEnv.parse({
    DEPLOYMENT_ID: 'pay-1',
    CUSTODY_SEED_FILE: 'seed',
    CUSTODY_PUBLIC_FILE: 'public',
    CUSTODY_KEK: 'kms',
    ...kms.settings,
    ...changes,
  }),
  NODE_ENV: changes['NODE_ENV'] ?? 'test',
})

const kekWith = (changes: Readonly<Record<string, string | undefined>> = {}, limits = LIMITS): Kek =>
  openKmsKek(settingsWith(changes), { tell: (problem) => void told.push(problem), limits })

describe('a wrapping key in AWS KMS', () => {
  test('seals and opens a seed with one signed request each', async () => {
    const before = kms.asked()
    const sealed = await sealSeed(entropy, label, kekWith())
    expect(await openSeed(sealed, label, kekWith())).toEqual(entropy)
    expect({ questions: kms.asked() - before, told }).toEqual({ questions: 2, told: [] })
    expect(sealed.kek_id).toBe(`kms:${kms.keys[0]}`)
  })

  test("the key's id and its ARN name the same key", async () => {
    const byArn = kekWith({ CUSTODY_KEK_KMS_KEY: `arn:aws:kms:eu-central-1:111122223333:key/${kms.keys[0]}` })
    expect(await openSeed(await sealSeed(entropy, label, byArn), label, kekWith())).toEqual(entropy)
  })

  test('refuses a seed after a flipped bit in any byte of its wrapped key', async () => {
    const sealed = await sealSeed(entropy, label, kekWith())
    const wrapped = Buffer.from(sealed.wrapped_dek, 'base64')
    const flips = Array.from(wrapped, (_byte, at) => flipped(wrapped, at))
    const refusals = await Promise.all(flips.map((changed) => refusalOf({ ...sealed, wrapped_dek: changed.toString('base64') })))
    expect(refusals).toEqual(flips.map(() => 'broken'))
  })

  test('refuses the seed of another deployment, another network or another key', async () => {
    const sealed = await sealSeed(entropy, label, kekWith())
    expect(await refusalOf(sealed, { deploymentId: 'pay-2' })).toBe('broken')
    expect(await refusalOf(sealed, { network: 'BTC=mainnet,ETH=1' })).toBe('broken')
    const other = kekWith({ CUSTODY_KEK_KMS_KEY: kms.keys[1] })
    expect(await refusalOf(sealed, {}, other)).toBe('kek')
    expect(await refusalOf({ ...sealed, kek_id: other.id }, {}, other)).toBe('broken')
  })

  test('unwraps a data key only for the deployment that wrapped it', async () => {
    const wrapped = await kekWith().wrap(Buffer.alloc(32, 7))
    expect(await kekWith().unwrap(wrapped)).toEqual(Buffer.alloc(32, 7))
    const refusal = await failureOf(kekWith({ DEPLOYMENT_ID: 'pay-2' }).unwrap(wrapped))
    expect(refusal).not.toBeInstanceOf(KekRefused)
    expect(refusal.message).toBe('AWS KMS has not wrapped this')
  })

  test('rewraps a seed under another key, and the old key no longer opens it', async () => {
    const [from, to] = [kekWith(), kekWith({ CUSTODY_KEK_KMS_KEY: kms.keys[1] })]
    const rewrapped = await rewrapSeed(await sealSeed(entropy, label, from), label, { from, to })
    expect(await openSeed(rewrapped, label, to)).toEqual(entropy)
    expect(await refusalOf(rewrapped, {}, from)).toBe('kek')
  })
})

describe('AWS KMS errors', () => {
  test.each([
    ['throttles requests', { error: 'ThrottlingException', status: 400, times: 2 }],
    ['limits requests', { error: 'TooManyRequestsException', status: 429, times: 2 }],
    ['fails', { error: 'KMSInternalException', status: 500, times: 2 }],
  ] as const)('retries and reports each retry when KMS %s', async (_what, manner) => {
    const sealed = await sealSeed(entropy, label, kekWith())
    kms.behave(manner)
    expect(await openSeed(sealed, label, kekWith())).toEqual(entropy)
    const { status, error } = manner
    const sentence = `AWS KMS refused Decrypt with the key that wraps the seed: status ${status} (${error}); asking again`
    expect(told).toEqual([sentence, sentence])
  })

  test.each([
    [
      'keeps throttling',
      { error: 'ThrottlingException', status: 400 },
      'refused Decrypt with the key that wraps the seed: status 400 (ThrottlingException)',
    ],
    [
      'keeps failing',
      { error: 'DependencyTimeoutException', status: 503 },
      'refused Decrypt with the key that wraps the seed: status 503 (DependencyTimeoutException)',
    ],
    ['breaks every connection', 'dead', 'gave no answer to Decrypt with the key that wraps the seed (…)'],
  ] as const)('ends the opening with one sentence when KMS %s', async (_what, manner, sentence) => {
    const sealed = await sealSeed(entropy, label, kekWith())
    kms.behave(manner)
    const refusal = await failureOf(openSeed(sealed, label, kekWith()))
    expect(refusal).toBeInstanceOf(KekRefused)
    // The operating system's name for a broken connection varies.
    expect(refusal.message.replace(/\((?:UND_ERR_SOCKET|ECONNRESET|EPIPE)\)/, '(…)')).toBe(`AWS KMS ${sentence}; asked 3 times`)
    expect(told).toHaveLength(2)
  })

  test('times out when KMS sends nothing', async () => {
    kms.behave('silent')
    const refusal = await failureOf(kekWith({}, { answerMs: 100, pausesMs: [] }).wrap(Buffer.alloc(32, 7)))
    expect(refusal.message).toBe('AWS KMS gave no answer to Encrypt with the key that wraps the seed (TimeoutError)')
  })

  test.each([
    ['denies access', { error: 'AccessDeniedException', status: 400 }, 'status 400 (AccessDeniedException)'],
    ['has disabled the key', { error: 'com.amazonaws.kms#DisabledException', status: 400 }, 'status 400 (DisabledException)'],
    ['sends no valid error code', { error: 'no <name>', status: 403 }, 'status 403 (no code)'],
    ['redirects', { error: 'Moved', status: 307 }, 'status 307 (Moved)'],
    ['sends something other than KMS would', 'garbled', 'an unexpected response'],
  ] as const)('does not retry when KMS %s', async (_what, manner, problem) => {
    const before = kms.asked()
    kms.behave(manner)
    const refusal = await failureOf(kekWith().wrap(Buffer.alloc(32, 7)))
    expect(refusal).toBeInstanceOf(KekRefused)
    expect(refusal.message).toContain(problem)
    expect(kms.asked() - before).toBe(1)
  })

  test.each([
    ['an unknown user', { AWS_ACCESS_KEY_ID: 'AKIDOFANOTHERUSER' }, 'UnrecognizedClientException'],
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'of-another-user' }, 'InvalidSignatureException'],
    ['no session token', { AWS_SESSION_TOKEN: undefined }, 'UnrecognizedClientException'],
    ['another region', { CUSTODY_KEK_KMS_REGION: 'us-east-1' }, 'InvalidSignatureException'],
    ['an unknown key', { CUSTODY_KEK_KMS_KEY: 'mrk-1234abcd12ab34cd56ef1234567890ab' }, 'NotFoundException'],
  ])('reports a request with %s by the KMS error code', async (_what, changes, code) => {
    await expect(kekWith(changes).wrap(Buffer.alloc(32, 7))).rejects.toThrow(`status 400 (${code})`)
  })

  test('no error or reported sentence contains the seed, its data key or the credentials', async () => {
    const sealed = await sealSeed(entropy, label, kekWith())
    const failures: unknown[] = []
    for (const error of ['AccessDeniedException', 'ThrottlingException', 'InvalidCiphertextException']) {
      kms.behave({ error, status: 400 })
      failures.push(await failureOf(openSeed(sealed, label, kekWith())), await failureOf(kekWith().wrap(entropy)))
    }
    for (const manner of ['dead', 'garbled'] as const) {
      kms.behave(manner)
      failures.push(await failureOf(kekWith().wrap(entropy)))
    }
    const text = inspect([failures, told], { depth: 10, showHidden: true })
    const secrets = [...kms.secrets, ...['hex', 'base64', 'base64url'].map((form) => entropy.toString(form as BufferEncoding))]
    expect(secrets.length).toBeGreaterThan(5)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })
})

describe('settings for AWS KMS', () => {
  test('a missing setting is reported by name', () => {
    const none = {
      CUSTODY_KEK_KMS_KEY: undefined,
      CUSTODY_KEK_KMS_REGION: undefined,
      AWS_ACCESS_KEY_ID: undefined,
      AWS_SECRET_ACCESS_KEY: undefined,
    }
    expect(() => kekWith(none)).toThrow(
      'CUSTODY_KEK=kms needs CUSTODY_KEK_KMS_KEY, CUSTODY_KEK_KMS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY',
    )
  })

  test.each([
    ['http://127.0.0.1:1', 'production'],
    ['http://kms.example.com', 'development'],
    ['http://127.0.0.1.example.com', 'development'],
  ])('refuses to send data keys unencrypted to %s in %s', (endpoint, NODE_ENV) => {
    expect(() => kekWith({ CUSTODY_KEK_KMS_ENDPOINT: endpoint, NODE_ENV })).toThrow(/must be https/)
  })

  test.each(['https://kms.example.com', 'https://10.0.0.7:8443/', 'http://localhost:4566', 'http://[::1]:4566'])(
    'accepts the endpoint %s',
    (endpoint) => {
      expect(kekWith({ CUSTODY_KEK_KMS_ENDPOINT: endpoint, NODE_ENV: 'development' }).id).toBe(`kms:${kms.keys[0]}`)
    },
  )

  test.each([
    { CUSTODY_KEK_KMS_KEY: 'alias/seed' },
    { CUSTODY_KEK_KMS_KEY: 'arn:aws:kms:eu-central-1:111122223333:alias/seed' },
    { CUSTODY_KEK_KMS_REGION: 'eu-central-1.evil.example/' },
    { CUSTODY_KEK_KMS_ENDPOINT: 'https://user:pass@kms.example.com' },
    { CUSTODY_KEK_KMS_ENDPOINT: 'https://kms.example.com/path' },
    { AWS_SESSION_TOKEN: 'two\nlines' },
    { AWS_SECRET_ACCESS_KEY: 'a space' },
  ])('refuses the settings %j', (wrong) => {
    expect(() => settingsWith(wrong)).toThrow(/must be/)
  })
})

function flipped(raw: Buffer, at: number): Buffer {
  const changed = Buffer.from(raw)
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at & 7)), at)
  return changed
}

async function failureOf(doing: Promise<unknown>): Promise<Error> {
  const failure: unknown = await doing.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure instanceof Error) return failure
  throw new Error('was not refused')
}

async function refusalOf(stored: SealedSeed, change: Partial<typeof label> = {}, kek = kekWith()): Promise<string> {
  const failure = await failureOf(openSeed(stored, { ...label, ...change }, kek))
  if (failure instanceof SeedRefused) return failure.reason
  throw failure
}
