import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findInexactSource, parseJson } from './json.ts'

describe('parseJson', () => {
  test('parses everything JSON.stringify writes without changing it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(JSON.stringify(parseJson(text))).toBe(text)
      }),
    )
  })

  test.each(['12.50', '1.0', '1e2', '1E+2', '-0.5', '0.1', '9007199254740991', '100000000000000000000', '1.5e300', '-0'])(
    'parses %s as an ordinary number',
    (source) => expect(parseJson(`[${source}]`)).toEqual([Number(source)]),
  )

  test.each([
    ['19.989999999999998', 19.99],
    ['0.30000000000000004', 0.1 + 0.2],
    ['123456789.09999999', 123_456_789.1],
    ['9.9999999999999995e-8', 1e-7],
  ])('takes %s, the 17 digits of a double, as that double', (source, value) => expect(parseJson(`[${source}]`)).toEqual([value]))

  test('takes every double in 17 digits as itself', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseJson(value.toPrecision(17)) === value).toBe(true)
      }),
    )
  })

  test.each(['9007199254740993', '0.1234567890123456789', '1e400', '20.0000000000000000000000001', '-9007199254740993.5'])(
    'keeps the digits of %s, which a double would change',
    (source) => {
      const [value] = parseJson(`[${source}]`) as unknown[]
      expect(findInexactSource(value)).toBe(source)
      expect(JSON.stringify(value)).toBe(JSON.stringify(source))
    },
  )

  test('lets no sent object imitate a kept number', () => {
    expect(findInexactSource(parseJson('{"source text":"1","Symbol(source text)":"1","toJSON":"1"}'))).toBeUndefined()
  })

  test.each(['', '{', "{'a':1}", '[1,]', 'NaN', 'Infinity', '01', '{"a":1} x'])('rejects %s as JSON', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })
})
