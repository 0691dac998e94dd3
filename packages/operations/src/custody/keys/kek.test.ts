import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createLocalKek, KekRefused } from './kek.ts'

const kek = createLocalKek({ kind: 'file', hex: '1f'.repeat(32) })
const dataKey = randomBytes(32)

describe('a wrapping key', () => {
  test('unwraps its own output, and wraps the same data key differently every time', async () => {
    const wrapped = await Promise.all(Array.from({ length: 5 }, () => kek.wrap(dataKey)))
    for (const each of wrapped) expect(await kek.unwrap(each)).toEqual(dataKey)
    expect(new Set(wrapped.map((each) => each.toString('hex'))).size).toBe(5)
  })

  test('refuses wrapped bytes that were changed or cut short', async () => {
    const wrapped = await kek.wrap(dataKey)
    for (let bit = 0; bit < wrapped.length * 8; bit++) {
      const changed = Buffer.from(wrapped)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      await expect(kek.unwrap(changed)).rejects.toThrow(Error)
    }
    for (let length = 0; length < wrapped.length; length++) await expect(kek.unwrap(wrapped.subarray(0, length))).rejects.toThrow(Error)
  })

  test('refuses the output of another key, and of the same key from another source', async () => {
    const wrapped = await kek.wrap(dataKey)
    await expect(createLocalKek({ kind: 'file', hex: '2f'.repeat(32) }).unwrap(wrapped)).rejects.toThrow(Error)
    await expect(createLocalKek({ kind: 'env', hex: '1f'.repeat(32) }).unwrap(wrapped)).rejects.toThrow(Error)
  })

  test("the key's id is stable and reveals nothing about the key", () => {
    const again = createLocalKek({ kind: 'file', hex: '1F'.repeat(32) })
    expect(again.id).toBe(kek.id)
    expect(kek.id).toMatch(/^file:[0-9a-f]{16}$/)
    expect(kek.id).not.toContain('1f1f1f1f')
  })

  test('accepts only 64 hexadecimal digits and never repeats a refused text', () => {
    const texts = fc.oneof(fc.string({ minLength: 3 }), fc.stringMatching(/^[0-9a-f]{3,63}$/), fc.stringMatching(/^[0-9a-f]{65,70}$/))
    fc.assert(
      fc.property(texts, (hex) => {
        const refusal = refusalOf(() => createLocalKek({ kind: 'env', hex }))
        expect(refusal).toBeInstanceOf(KekRefused)
        expect(refusal.message).toBe('The env key that wraps the seed must be 64 hexadecimal digits')
      }),
    )
  })
})

function refusalOf(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('was not refused')
}
