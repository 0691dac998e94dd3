import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalEmail } from './merchant.ts'

describe('canonicalEmail', () => {
  test.each([
    ['  Ada@Example.COM\n', 'ada@example.com'],
    ['jose\u0301@example.com', 'jos\u00E9@example.com'],
    ['JOS\u00C9@example.com', 'jos\u00E9@example.com'],
    ['a.b+shop@example.com', 'a.b+shop@example.com'],
  ])('maps the typed address %j to the account %j', (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical)
  })

  test('leaves a canonical address unchanged, so that sign-in finds the account again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        expect(canonicalEmail(canonicalEmail(text))).toBe(canonicalEmail(text))
      }),
      { numRuns: 2_000 },
    )
  })
})
