import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type Json } from './canonical-json.ts'

test('the examples of RFC 8785 §3.2 have their published forms', () => {
  const sample = {
    numbers: [JSON.parse('333333333.33333329') as number, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(sample)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  expect(
    Object.values(
      JSON.parse(
        canonicalJson(names)
          .replaceAll(/"[^"]*":/g, '')
          .replace('{', '[')
          .replace('}', ']'),
      ),
    ),
  ).toEqual([2, 4, 6, 7, 1, 5, 3])
})

test('a value has one form, whatever the order of its members, and is read back from it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text) as Json
      const form = canonicalJson(value)
      expect(JSON.parse(form)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(reversed(value))).toBe(form)
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udc00': 1 }])('%j has no form', (value) => {
  expect(() => canonicalJson(value)).toThrow(RangeError)
})

/** The same value with the members of its objects in another order. */
function reversed(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: Json) => reversed(item))
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member ?? null)]),
  )
}
