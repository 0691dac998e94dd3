import fc from 'fast-check'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { open, seal, SealBroken } from './sealed-box.ts'

const { publicKey, privateKey } = generateKeyPairSync('x25519')
const label = { purpose: 'webhook-secret', rowId: '6f1c0a52-3a1e-4a55-9d0a-0d2f6f3b8f11' }

describe('a sealed secret', () => {
  test('opens for the role it was sealed to, whatever its content', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (secret) => {
        expect(open(privateKey, label, seal(publicKey, label, secret))).toEqual(Buffer.from(secret))
      }),
    )
  })

  test('rejects a box with any single bit flipped', () => {
    const box = seal(publicKey, label, 'whsec_secret')
    fc.assert(
      fc.property(fc.nat(box.length * 8 - 1), (bit) => {
        const changed = Buffer.from(box)
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        expect(() => open(privateKey, label, changed)).toThrow(SealBroken)
      }),
      { numRuns: 500 },
    )
  })

  test('rejects a truncated box', () => {
    const box = seal(publicKey, label, 'whsec_secret')
    for (let length = 0; length < box.length; length++) expect(() => open(privateKey, label, box.subarray(0, length))).toThrow(SealBroken)
  })

  test('rejects a box in another row, for another purpose, or with the two split differently', () => {
    const box = seal(publicKey, { purpose: 'a', rowId: 'bc' }, 'secret')
    const foreign = [
      { purpose: 'a', rowId: 'other' },
      { purpose: 'other', rowId: 'bc' },
      { purpose: 'ab', rowId: 'c' },
    ]
    for (const other of foreign) expect(() => open(privateKey, other, box)).toThrow(SealBroken)
  })

  test('a box does not open with another key', () => {
    const thirdParty = generateKeyPairSync('x25519').privateKey
    expect(() => open(thirdParty, label, seal(publicKey, label, 'secret'))).toThrow(SealBroken)
  })

  test('differs every time and never contains the secret', () => {
    const boxes = Array.from({ length: 20 }, () => seal(publicKey, label, 'whsec_in_clear'))
    expect(new Set(boxes.map((box) => box.toString('hex'))).size).toBe(20)
    for (const box of boxes) expect(box.includes('whsec_in_clear')).toBe(false)
  })
})
