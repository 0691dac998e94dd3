import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createLocalKek } from './kek.ts'
import { openSeed, sealSeed, SeedRefused } from './sealed-seed.ts'

const kek = createLocalKek({ kind: 'env', hex: '0a'.repeat(32) })
const label = { purpose: 'custody-seed', deploymentId: 'pay-1', network: 'BTC=regtest,ETH=31337' }
const entropy = randomBytes(32)
const sealed = sealSeed(entropy, label, kek)

describe('a sealed seed', () => {
  test('opens where it was sealed', () => {
    expect(openSeed(sealed, label, kek)).toEqual(entropy)
  })

  test('looks different every time and never contains the seed', () => {
    const again = sealSeed(entropy, label, kek)
    for (const field of ['wrapped_dek', 'iv', 'ct', 'tag'] as const) expect(again[field]).not.toBe(sealed[field])
    expect(Buffer.from(sealed.ct, 'base64')).not.toEqual(entropy)
  })

  test('consists of exactly the documented members', () => {
    expect(Object.keys(sealed)).toEqual(['v', 'kek_id', 'wrapped_dek', 'iv', 'ct', 'tag'])
  })

  test.each(['wrapped_dek', 'iv', 'ct', 'tag'] as const)('does not open after any bit of %s was flipped', (field) => {
    const raw = Buffer.from(sealed[field], 'base64')
    const refusals = everyFlip(raw).map((changed) => refusalOf({ ...sealed, [field]: changed.toString('base64') }))
    expect(refusals).toEqual(Array.from({ length: raw.length * 8 }, () => 'broken'))
  })

  test('does not open after any bit of its file was flipped', () => {
    const stored = everyFlip(Buffer.from(`${JSON.stringify(sealed)}\n`)).flatMap((changed) => parsed(changed.toString()) ?? [])
    expect(stored.length).toBeGreaterThan(1_000)
    expect(stored.filter((record) => refusalOf(record) === undefined)).toEqual([])
  })

  test.each(['wrapped_dek', 'iv', 'ct', 'tag'] as const)('does not open when %s is cut short or missing', (field) => {
    const shorter = Buffer.from(sealed[field], 'base64').subarray(1).toString('base64')
    expect(refusalOf({ ...sealed, [field]: shorter })).toBeDefined()
    expect(refusalOf({ ...sealed, [field]: '' })).toBe('malformed')
    expect(refusalOf({ ...sealed, [field]: undefined })).toBe('malformed')
  })

  test('does not open with another wrapping key, even under its name', () => {
    const other = createLocalKek({ kind: 'env', hex: '0b'.repeat(32) })
    expect(refusalOf(sealed, label, other)).toBe('kek')
    expect(refusalOf({ ...sealed, kek_id: other.id }, label, other)).toBe('broken')
  })

  test.each([{ purpose: 'something-else' }, { deploymentId: 'pay-2' }, { network: 'BTC=mainnet,ETH=1' }, { network: 'BTC=regtest' }])(
    'does not open for %j',
    (change) => {
      expect(refusalOf(sealed, { ...label, ...change })).toBe('broken')
    },
  )

  test('does not open when two seals of one deployment are mixed', () => {
    const other = sealSeed(randomBytes(32), label, kek)
    for (const field of ['wrapped_dek', 'iv', 'ct', 'tag'] as const) expect(refusalOf({ ...sealed, [field]: other[field] })).toBe('broken')
  })

  test.each([0, 2, -1, 1.5])('says that version %s is not its own', (v) => {
    expect(refusalOf({ ...sealed, v })).toBe('version')
  })

  test.each([undefined, null, [], 'text', {}, { ...sealed, more: 1 }, { ...sealed, v: '1' }])('does not open from %j', (stored) => {
    expect(refusalOf(stored)).toBe('malformed')
  })

  test('is not made for a label whose parts could be split differently', () => {
    expect(() => sealSeed(entropy, { ...label, deploymentId: 'a|b' }, kek)).toThrow(RangeError)
  })
})

const everyFlip = (raw: Buffer): Buffer[] => Array.from({ length: raw.length * 8 }, (_, bit) => flipped(raw, bit))

function flipped(raw: Buffer, bit: number): Buffer {
  const changed = Buffer.from(raw)
  changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  return changed
}

/** Undefined for what is no JSON any more: the file's reader refuses it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalOf(stored: unknown, forLabel = label, withKek = kek): string | undefined {
  try {
    openSeed(stored, forLabel, withKek)
    return undefined
  } catch (error) {
    if (error instanceof SeedRefused) return error.reason
    throw error
  }
}
