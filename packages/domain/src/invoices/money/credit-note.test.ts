import { describe, expect, test } from 'vitest'
import { planCredit } from './credit-note.ts'
import { lineOf } from '../test-invoices.ts'

const lines = [lineOf(), lineOf({ taxRateBps: 700 })]
const lined = { amountMinor: 22_600n, lines, creditNotesMinor: 0n }
const plain = { amountMinor: 22_600n, lines: [], creditNotesMinor: 0n }
const whole = { amountMinor: null, lines: null }

describe('a credit note', () => {
  test('over the whole repeats the lines of its invoice', () => {
    expect(planCredit(lined, whole)).toEqual({ amountMinor: 22_600n, lines, isWhole: true })
    expect(planCredit(lined, { ...whole, amountMinor: 22_600n })).toEqual({ amountMinor: 22_600n, lines, isWhole: true })
    expect(planCredit(plain, whole)).toEqual({ amountMinor: 22_600n, lines: [], isWhole: true })
  })

  test('over a part has lines of its own, or an amount where the invoice has no lines', () => {
    const part = [lineOf()]
    expect(planCredit(lined, { ...whole, lines: part })).toEqual({ amountMinor: 11_900n, lines: part, isWhole: false })
    expect(planCredit(plain, { ...whole, amountMinor: 600n })).toEqual({ amountMinor: 600n, lines: [], isWhole: false })
  })

  test('takes off what earlier ones have left', () => {
    expect(planCredit({ ...plain, creditNotesMinor: 600n }, whole)).toMatchObject({ amountMinor: 22_000n, isWhole: true })
    expect(planCredit({ ...lined, creditNotesMinor: 10_700n }, { ...whole, lines: [lineOf()] })).toMatchObject({ isWhole: true })
  })

  test('is refused beyond the invoice, over nothing, and over a bare part of an invoice with lines', () => {
    expect(planCredit(plain, { ...whole, amountMinor: 22_601n })).toEqual({ refusal: 'more_than_invoice' })
    expect(planCredit(plain, { ...whole, amountMinor: 0n })).toEqual({ refusal: 'amount_not_positive' })
    expect(planCredit({ ...plain, creditNotesMinor: 22_600n }, whole)).toEqual({ refusal: 'amount_not_positive' })
    expect(planCredit(lined, { ...whole, amountMinor: 600n })).toEqual({ refusal: 'name_items' })
  })
})
