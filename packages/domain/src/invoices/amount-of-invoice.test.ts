import { describe, expect, test } from 'vitest'
import { InvalidField } from '../kernel/error.ts'
import { amountOfInvoice } from './amount-of-invoice.ts'
import { AmountDiffersFromItems, InvalidInvoice } from './errors.ts'
import { lineOf } from './test-invoices.ts'

const asked = { amountMinor: null, lines: [], currency: 'EUR', taxExemptionReason: null } as const
const lines = [lineOf()]

describe('the amount of an invoice', () => {
  test('is the given one, or that of its items with tax', () => {
    expect(amountOfInvoice({ ...asked, amountMinor: 128_000n })).toBe(128_000n)
    expect(amountOfInvoice({ ...asked, lines })).toBe(11_900n)
    expect(amountOfInvoice({ ...asked, lines, amountMinor: 11_900n })).toBe(11_900n)
  })

  test('is refused when it differs from the items, by their sum', () => {
    const both = { ...asked, lines, amountMinor: 11_899n }
    expect(() => amountOfInvoice(both)).toThrow(AmountDiffersFromItems)
    expect(() => amountOfInvoice(both)).toThrow('which is 119')
  })

  test('is refused without a figure, and when nothing could pay it', () => {
    expect(() => amountOfInvoice(asked)).toThrow(InvalidField)
    expect(() => amountOfInvoice({ ...asked, amountMinor: 0n })).toThrow(InvalidField)
    expect(() => amountOfInvoice({ ...asked, lines: [lineOf({ quantity: { digits: -1n, scale: 0 } })] })).toThrow(InvalidField)
  })

  test('is refused with every problem of its items', () => {
    const wrong = [lineOf({ taxRateBps: 0 }), lineOf({ unitAmountMinor: -1n })]
    expect(() => amountOfInvoice({ ...asked, lines: wrong })).toThrow(InvalidInvoice)
    expect(() => amountOfInvoice({ ...asked, lines: wrong })).toThrow(/items\.0\.tax_rate.*items\.1\.unit_amount/)
  })
})
