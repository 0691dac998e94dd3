import fc from 'fast-check'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { STATUS_LIST_BITS as LIST_BITS } from '@gateway/domain/identity/limits'
import { encodeBits, readBit } from './bitstring.ts'

const bytesOf = (encoded: string) => gunzipSync(Buffer.from(encoded.slice(1), 'base64url'))

test('bit 0 is the leftmost of the first byte, and the last one the rightmost of the last', async () => {
  const bytes = bytesOf(await encodeBits([0, 9, LIST_BITS - 1]))
  expect([bytes.length, bytes[0], bytes[1], bytes.at(-1)]).toEqual([16_384, 0x80, 0x40, 0x01])
})

test('an empty list reads as zeros, and so does the example of the specification', async () => {
  expect(bytesOf(await encodeBits([])).every((byte) => byte === 0)).toBe(true)
  const example = 'uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA'
  expect([await readBit(example, 0), await readBit(example, LIST_BITS - 1)]).toEqual([false, false])
})

test('exactly the bits that were set read as set', async () => {
  const place = fc.integer({ min: 0, max: LIST_BITS - 1 })
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(place, { maxLength: 50 }), place, async (set, asked) => {
      const encoded = await encodeBits(set)
      expect(await readBit(encoded, asked)).toBe(set.includes(asked))
      for (const one of set) expect(await readBit(encoded, one)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('a place beyond the list is not written and not read', async () => {
  await expect(encodeBits([LIST_BITS])).rejects.toThrow(RangeError)
  await expect(encodeBits([-1])).rejects.toThrow(RangeError)
  const empty = await encodeBits([])
  for (const place of [LIST_BITS, -1, 0.5, Number.NaN, 2 ** 53]) expect(await readBit(empty, place)).toBeUndefined()
})

test.each([
  ['no multibase', (zipped: Buffer) => zipped.toString('base64url')],
  ['padding', (zipped: Buffer) => `u${zipped.toString('base64url')}=`],
  ['no gzip', () => `u${Buffer.from('plain').toString('base64url')}`],
  ['a broken end', (zipped: Buffer) => `u${zipped.subarray(0, -4).toString('base64url')}`],
  ['fewer bits than allowed', () => `u${gzipSync(Buffer.alloc(16_383)).toString('base64url')}`],
  ['more than a megabyte', () => `u${gzipSync(Buffer.alloc(1024 * 1024 + 1)).toString('base64url')}`],
])('a list with %s is none', async (_what, written) => {
  expect(await readBit(written(gzipSync(Buffer.alloc(16_384))), 0)).toBeUndefined()
})
