import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createLocalKek } from './kek.ts'
import { openSeed, sealSeed, SeedRefused } from './sealed-seed.ts'

const kek = createLocalKek({ kind: 'env', hex: '0a'.repeat(32) })
const label = { purpose: 'custody-seed', deploymentId: 'pay-1', network: 'BTC=regtest,ETH=31337' }
const entropy = randomBytes(32)
const sealed = await sealSeed(entropy, label, kek)

describe('a sealed seed', () => {
  test('a sealed seed opens under its own label and key', async () => {
    expect(await openSeed(sealed, label, kek)).toEqual(entropy)
  })

  test('a sealed seed looks different every time and never contains the seed', async () => {
    const again = await sealSeed(entropy, label, kek)
    for (const field of ['wrapped_dek', 'iv', 'ct', 'tag'] as const) expect(again[field]).not.toBe(sealed[field])
    expect(Buffer.from(sealed.ct, 'base64')).not.toEqual(entropy)
  })

  test('a sealed seed consists of exactly the documented members', () => {
    expect(Object.keys(sealed)).toEqual(['v', 'kek_id', 'wrapped_dek', 'iv', 'ct', 'tag'])
  })

  test.each(['wrapped_dek', 'iv', 'ct', 'tag'] as const)('refuses a seed after any flipped bit of %s', async (field) => {
    const raw = Buffer.from(sealed[field], 'base64')
    const refusals = await Promise.all(everyFlip(raw).map((changed) => refusalOf({ ...sealed, [field]: changed.toString('base64') })))
    expect(refusals).toEqual(Array.from({ length: raw.length * 8 }, () => 'broken'))
  })

  test('refuses a seed after any flipped bit of its file', async () => {
    const stored = everyFlip(Buffer.from(`${JSON.stringify(sealed)}\n`)).flatMap((changed) => parsed(changed.toString()) ?? [])
    expect(stored.length).toBeGreaterThan(1_000)
    const refusals = await Promise.all(stored.map((record) => refusalOf(record)))
    expect(refusals.filter((refusal) => refusal === undefined)).toEqual([])
  })

  test.each(['wrapped_dek', 'iv', 'ct', 'tag'] as const)('refuses a seed when %s is cut short or missing', async (field) => {
    const shorter = Buffer.from(sealed[field], 'base64').subarray(1).toString('base64')
    expect(await refusalOf({ ...sealed, [field]: shorter })).toBeDefined()
    expect(await refusalOf({ ...sealed, [field]: '' })).toBe('malformed')
    expect(await refusalOf({ ...sealed, [field]: undefined })).toBe('malformed')
  })

  test('refuses another wrapping key, even under the right key id', async () => {
    const other = createLocalKek({ kind: 'env', hex: '0b'.repeat(32) })
    expect(await refusalOf(sealed, label, other)).toBe('kek')
    expect(await refusalOf({ ...sealed, kek_id: other.id }, label, other)).toBe('broken')
  })

  test.each([{ purpose: 'something-else' }, { deploymentId: 'pay-2' }, { network: 'BTC=mainnet,ETH=1' }, { network: 'BTC=regtest' }])(
    'refuses a seed opened for %j',
    async (change) => {
      expect(await refusalOf(sealed, { ...label, ...change })).toBe('broken')
    },
  )

  test('refuses a mix of two sealed seeds of one deployment', async () => {
    const other = await sealSeed(randomBytes(32), label, kek)
    for (const field of ['wrapped_dek', 'iv', 'ct', 'tag'] as const)
      expect(await refusalOf({ ...sealed, [field]: other[field] })).toBe('broken')
  })

  test.each([0, 2, -1, 1.5])('reports the unknown version %s', async (v) => {
    expect(await refusalOf({ ...sealed, v })).toBe('version')
  })

  test.each([undefined, null, [], 'text', {}, { ...sealed, more: 1 }, { ...sealed, v: '1' }])(
    'refuses to open %j as malformed',
    async (stored) => {
      expect(await refusalOf(stored)).toBe('malformed')
    },
  )

  test('refuses to seal under a label whose parts could be split differently', async () => {
    await expect(sealSeed(entropy, { ...label, deploymentId: 'a|b' }, kek)).rejects.toThrow(RangeError)
  })
})

const everyFlip = (raw: Buffer): Buffer[] => Array.from({ length: raw.length * 8 }, (_, bit) => flipped(raw, bit))

function flipped(raw: Buffer, bit: number): Buffer {
  const changed = Buffer.from(raw)
  changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  return changed
}

/** Undefined for invalid JSON, which the file's reader refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function refusalOf(stored: unknown, forLabel = label, withKek = kek): Promise<string | undefined> {
  try {
    await openSeed(stored, forLabel, withKek)
    return undefined
  } catch (error) {
    if (error instanceof SeedRefused) return error.reason
    throw error
  }
}
