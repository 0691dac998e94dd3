import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InvoiceLine } from './invoice-line.ts'
import { findLineProblems, MAX_LINES } from './line-problems.ts'
import { anyLines, lineOf } from './test-invoices.ts'

const fieldsOf = (lines: readonly InvoiceLine[], taxExemptionReason: string | null = null): string[] =>
  findLineProblems(lines, { taxExemptionReason }).map(({ field }) => field)

describe('items of an invoice', () => {
  test('of every category are accepted together, but for those outside VAT', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        expect(fieldsOf(lines, 'Small business')).toEqual([])
      }),
    )
  })

  test.each<[string, string, Partial<InvoiceLine>]>([
    ['a negative price', 'unit_amount', { unitAmountMinor: -1n }],
    ['no quantity', 'quantity', { quantity: { digits: 0n, scale: 0 } }],
    ['a quantity of seven decimals', 'quantity', { quantity: { digits: 1n, scale: 7 } }],
    ['rate 0 in the standard category', 'tax_rate', { taxRateBps: 0 }],
    ['a rate above 100 %', 'tax_rate', { taxRateBps: 10_001 }],
    ['a rate in reverse charge', 'tax_rate', { taxCategory: 'AE' }],
  ])('with %s are refused by their member %s', (...[, member, changes]) => {
    expect(fieldsOf([lineOf(changes)])).toEqual([`items.0.${member}`])
  })

  test('that are exempt need the reason of the merchant', () => {
    expect(fieldsOf([lineOf({ taxCategory: 'E', taxRateBps: 0 })])).toEqual(['tax_exemption_reason'])
  })

  test('outside VAT stand on an invoice of their own', () => {
    expect(fieldsOf([lineOf(), lineOf({ taxCategory: 'O', taxRateBps: 0 })])).toEqual(['items'])
  })

  test('are limited in number', () => {
    expect(fieldsOf(Array.from({ length: MAX_LINES + 1 }, () => lineOf()))).toEqual(['items'])
  })
})
