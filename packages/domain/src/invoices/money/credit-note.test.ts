import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InvoiceLine } from '../invoice-line.ts'
import { findTotalsFaults } from '../totals-faults.ts'
import { totalsOf } from '../totals.ts'
import { type CreditDraft, planCredit } from './credit-note.ts'
import { anyLines, lineOf } from '../test-invoices.ts'

const lines = [lineOf(), lineOf({ taxRateBps: 700 })]
const lined = { amountMinor: 22_600n, lines, taxExemptionReason: null, creditNotesMinor: 0n, creditNotes: [] }
const plain = { ...lined, lines: [] }
const whole = { amountMinor: null, lines: null }

/** An invoice over lines from which credit notes have taken off others. */
const creditedBy = (own: readonly InvoiceLine[], ...notes: readonly (readonly InvoiceLine[])[]) => ({
  amountMinor: totalsOf(own).totalMinor,
  lines: own,
  taxExemptionReason: 'Small business',
  creditNotesMinor: notes.reduce((sum, note) => sum + totalsOf(note).totalMinor, 0n),
  creditNotes: notes.map((note) => ({ lines: note })),
})

const pieces = (count: bigint, unitAmountMinor = 10_000n): InvoiceLine => lineOf({ quantity: { digits: count, scale: 0 }, unitAmountMinor })

/** Net amount and VAT of documents together, by category and rate; those that come to nothing are left out. */
function byRate(documents: readonly (readonly InvoiceLine[])[]): Map<string, readonly [bigint, bigint]> {
  const sums = new Map<string, readonly [bigint, bigint]>()
  for (const { category, rateBps, baseMinor, taxMinor } of documents.flatMap((document) => totalsOf(document).vatGroups)) {
    const [base, tax] = sums.get(`${category} ${rateBps}`) ?? [0n, 0n]
    sums.set(`${category} ${rateBps}`, [base + baseMinor, tax + taxMinor])
  }
  return new Map([...sums].filter(([, [base, tax]]) => base !== 0n || tax !== 0n))
}

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

describe('a credit note over all that earlier ones have left of an invoice with lines', () => {
  test('has the lines that were not credited, and what is left of those that were in part', () => {
    const own = [pieces(3n), lineOf({ taxRateBps: 700 })]
    const rest = { amountMinor: 22_600n, lines: [pieces(1n), lineOf({ taxRateBps: 700 })], isWhole: true }
    expect(planCredit(creditedBy(own, [pieces(2n)]), whole)).toEqual(rest)
    expect(planCredit(creditedBy(own, [pieces(1n)], [pieces(1n)]), { ...whole, amountMinor: 22_600n })).toEqual(rest)
    expect(planCredit(creditedBy(own, [pieces(3n)]), whole)).toEqual({
      amountMinor: 10_700n,
      lines: [lineOf({ taxRateBps: 700 })],
      isWhole: true,
    })
  })

  test('turns the sign of what was credited by a line that the invoice has not', () => {
    const goodwill = lineOf({ description: 'Goodwill', unitAmountMinor: 1_000n })
    expect(planCredit(creditedBy([lineOf()], [goodwill]), whole)).toEqual({
      amountMinor: 10_710n,
      lines: [lineOf(), { ...goodwill, quantity: { digits: -1n, scale: 0 } }],
      isWhole: true,
    })
  })

  test('is refused where VAT, rounded once more, would not be what is left of it', () => {
    // 3 × 0.03 at 19 % has VAT of 0.02, and each note over one of them 0.01: of the last nothing is left, though its line has 0.01.
    const invoice = creditedBy([pieces(3n, 3n)], [pieces(1n, 3n)], [pieces(1n, 3n)])
    expect(planCredit(invoice, whole)).toEqual({ refusal: 'name_items_of_rest' })
    expect(planCredit(invoice, { ...whole, lines: [pieces(1n, 2n)] })).toMatchObject({ amountMinor: 2n, isWhole: false })
  })

  test('is refused where what was credited may not stand beside the lines of the invoice', () => {
    expect(planCredit(creditedBy([lineOf()], [lineOf({ taxCategory: 'O', taxRateBps: 0 })]), whole)).toEqual({
      refusal: 'name_items_of_rest',
    })
  })

  test('leaves nothing of any rate: net amounts and VAT of all notes are those of the invoice', () => {
    const drawn = { own: anyLines, others: fc.array(anyLines, { maxLength: 2 }), shares: fc.array(fc.nat(), { maxLength: 60 }) }
    let written = 0
    fc.assert(
      fc.property(fc.record(drawn), ({ own, others, shares }) => {
        const notes = [own.filter((_line, at) => (shares[at] ?? 0) % 2 === 1), ...others].filter((note) => note.length > 0)
        const invoice = creditedBy(own, ...notes)
        const plan = planCredit(invoice, whole)
        if ('refusal' in plan) return
        written += 1
        expectRest(invoice, plan)
      }),
      { numRuns: 1_000 },
    )
    expect(written).toBeGreaterThan(100)
  })
})

function expectRest(invoice: ReturnType<typeof creditedBy>, { amountMinor, lines: rest }: CreditDraft): void {
  const totals = totalsOf(rest)
  expect(amountMinor).toBe(invoice.amountMinor - invoice.creditNotesMinor)
  expect(totals.totalMinor).toBe(amountMinor)
  expect(findTotalsFaults(rest, totals)).toEqual([])
  expect(byRate([...invoice.creditNotes.map((note) => note.lines), rest])).toEqual(byRate([invoice.lines]))
}
