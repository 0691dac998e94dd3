import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyLines, lineOf } from './test-invoices.ts'
import { findTotalsFaults } from './totals-faults.ts'
import { totalsOf } from './totals.ts'

describe('the sums of an invoice', () => {
  test('charge VAT once for each category and rate, not line by line', () => {
    const lines = [lineOf({ unitAmountMinor: 3n }), lineOf({ unitAmountMinor: 3n }), lineOf({ unitAmountMinor: 3n })]
    // Line by line 3 × round(0.57) would be 3; once it is round(1.71).
    expect(totalsOf(lines)).toMatchObject({ netMinor: 9n, taxMinor: 2n, totalMinor: 11n })
  })

  test('round halves away from zero, so that a credit is the invoice with its signs turned', () => {
    expect(totalsOf([lineOf({ unitAmountMinor: 50n, taxRateBps: 100 })])).toMatchObject({ taxMinor: 1n })
    expect(totalsOf([lineOf({ unitAmountMinor: 50n, taxRateBps: 100, quantity: { digits: -1n, scale: 0 } })])).toMatchObject({
      taxMinor: -1n,
    })
    fc.assert(
      fc.property(anyLines, (lines) => {
        const turned = lines.map((line) => ({ ...line, quantity: { ...line.quantity, digits: -line.quantity.digits } }))
        expect(totalsOf(turned).totalMinor).toBe(-totalsOf(lines).totalMinor)
      }),
    )
  })

  test('add up: lines to bases, bases to the net amount, taxes to the VAT, both to the total', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        expect(findTotalsFaults(lines, totalsOf(lines))).toEqual([])
      }),
    )
  })
})

describe('stated sums', () => {
  const lines = [lineOf(), lineOf({ taxRateBps: 700, quantity: { digits: 3n, scale: 0 } })]
  const totals = totalsOf(lines)
  const group = { category: 'S', rateBps: 1_900, baseMinor: 10_000n, taxMinor: 1_900n } as const

  test('with VAT that is 0.99 off are refused, which the validators of EN 16931 accept', () => {
    const [, other = group] = totals.vatGroups
    const stated = {
      ...totals,
      vatGroups: [{ ...group, taxMinor: 1_999n }, other],
      taxMinor: totals.taxMinor + 99n,
      totalMinor: totals.totalMinor + 99n,
    }
    expect(findTotalsFaults(lines, stated)).toEqual(['VAT of S 1900'])
  })

  test('with a line that is not quantity × price are refused, which the validators of EN 16931 accept', () => {
    expect(findTotalsFaults(lines, { ...totals, lineNetsMinor: [9_999n, 30_001n] })).toEqual([
      'net amount of line 1',
      'net amount of line 2',
    ])
  })

  test('with a sum that is off by the smallest unit are refused', () => {
    expect(findTotalsFaults(lines, { ...totals, totalMinor: totals.totalMinor + 1n })).toEqual(['total'])
    expect(findTotalsFaults(lines, { ...totals, netMinor: totals.netMinor - 1n })).toEqual(['net amount', 'total'])
    expect(findTotalsFaults(lines, { ...totals, vatGroups: [group] })).toEqual(['net amount of S 700', 'VAT', 'number of VAT groups'])
  })
})
