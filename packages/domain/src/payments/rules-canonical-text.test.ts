import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultRules, type PaymentRules } from './payment-rules.ts'
import { rulesOfText, textOfRules } from './rules-canonical-text.ts'

const large = fc.bigInt({ min: 0n, max: 10n ** 40n })
const anyRules: fc.Arbitrary<PaymentRules> = fc
  .record({ lateWindowMs: fc.nat(), keptBps: fc.nat(10_000), ceilingUsdCents: large, floor: large, limits: fc.tuple(large, large, large) })
  .map(({ floor, limits, ...members }) => ({
    ...defaultRules,
    ...members,
    bandLimitsUsdCents: limits,
    floorUnits: { ...defaultRules.floorUnits, ETH: floor },
  }))

test('rulesOfText reads back the rules that textOfRules wrote, to the last unit', () => {
  fc.assert(
    fc.property(anyRules, (rules) => {
      expect(rulesOfText(textOfRules(rules))).toEqual(rules)
    }),
  )
})

test('textOfRules gives equal texts exactly for equal rules', () => {
  fc.assert(
    fc.property(anyRules, anyRules, (one, other) => {
      expect(textOfRules(one) === textOfRules(other)).toBe(JSON.stringify(one, asText) === JSON.stringify(other, asText))
      expect(textOfRules(rulesOfText(textOfRules(one)))).toBe(textOfRules(one))
    }),
  )
})

const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
