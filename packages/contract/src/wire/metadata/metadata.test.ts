import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../json.ts'
import { MetadataObject } from './metadata.ts'

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))

describe('MetadataObject', () => {
  test.each([
    ['50 keys', many(50)],
    ['a key of 64', { ['k'.repeat(64)]: 1 }],
    ['a key of 64 emoji', { ['👍'.repeat(64)]: 1 }],
    ['5 levels', { a: { b: { c: { d: { e: 1 } } } } }],
    ['the largest safe integer', { n: Number.MAX_SAFE_INTEGER }],
    ['nearly 8 KiB', { s: 'x'.repeat(8 * 1024 - 8) }],
    ['nothing', {}],
    ['every kind of value', { s: '', n: 1.5, b: false, z: null, a: [1, [2]], o: {} }],
  ])('accepts %s', (_, value) => expect({ ...MetadataObject.parse(value) }).toEqual(value))

  test.each([
    ['51 keys', JSON.stringify(many(51))],
    ['51 keys inside', JSON.stringify({ o: many(51) })],
    ['a key of 65', JSON.stringify({ ['k'.repeat(65)]: 1 })],
    ['6 levels', '{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}'],
    ['6 levels of lists', '{"a":[[[[[1]]]]]}'],
    ['more than 8 KiB', JSON.stringify({ s: 'x'.repeat(8 * 1024) })],
    ['2^53', '{"n":9007199254740992}'],
    ['2^53 + 1', '{"n":9007199254740993}'],
    ['an integer with a fraction beyond 2^53', '{"n":9007199254740993.5}'],
    ['1e309', '{"n":1e309}'],
    ['__proto__', '{"__proto__":{"polluted":1}}'],
    ['constructor inside', '{"a":[{"constructor":1}]}'],
    ['prototype', '{"prototype":1}'],
    ['NUL', '{"a":"\\u0000"}'],
    ['NUL in a key', '{"\\u0000":1}'],
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['a list', '[1]'],
    ['a text', '"a"'],
    ['a number', '9007199254740993'],
  ])('rejects %s', (_, text) => {
    expect(MetadataObject.safeParse(parseJson(text)).success).toBe(false)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test.each([
    ['19.989999999999998', '19.99'],
    ['0.1234567890123456789', '0.12345678901234568'],
    ['20.0000000000000000000000001', '20'],
  ])('takes the number %s and returns its shortest form %s', (source, shortest) => {
    expect(JSON.stringify(MetadataObject.parse(parseJson(`{"n":${source}}`)))).toBe(`{"n":${shortest}}`)
  })

  test('returns accepted metadata byte for byte, in an object without a prototype', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }), (value) => {
        const read = MetadataObject.safeParse(value)
        if (!read.success) return
        expect(JSON.stringify(read.data)).toBe(JSON.stringify(value))
        expect(Object.getPrototypeOf(read.data)).toBeNull()
      }),
    )
  })
})
