import { describe, expect, test } from 'vitest'
import { type Credited, isRestCreditable, planCredit } from './credit-plan.ts'

type Item = Credited['items'][number]

const coffee: Item = { description: 'Coffee', quantity: 1, unit_code: 'C62', unit_amount: 100, tax_rate: 19, tax_category: 'S' }
const book: Item = { ...coffee, description: 'Book', tax_rate: 7 }
const invoice: Credited = { amount: 226, currency: 'EUR', items: [coffee, book], tax_exemption_reason: null, credit_notes: [] }
const credited: Credited = { ...invoice, credit_notes: [{ amount: 119, items: [coffee] }] }

/** 3 × 0.03 at 19 % comes to 0.11, and each note to 0.04: no line comes to the 0.03 that are left. */
const bean: Item = { ...coffee, unit_amount: 0.03 }
const note = { amount: 0.04, items: [bean] }
const uneven: Credited = { ...invoice, amount: 0.11, items: [{ ...bean, quantity: 3 }], credit_notes: [note, note] }

const rest = { isPart: false, typed: [] }

describe('a credit note over all that is left', () => {
  test('names neither amount nor lines, and leaves nothing', () => {
    expect(planCredit(invoice, rest)).toEqual({ amountMinor: 22_600n, request: {}, isWhole: true })
    expect(planCredit(credited, rest)).toEqual({ amountMinor: 10_700n, request: {}, isWhole: true })
  })

  test('is not offered where no lines have the tax that is left, which lines of a part go on to be', () => {
    expect([invoice, credited, uneven].map(isRestCreditable)).toEqual([true, true, false])
    expect(isRestCreditable({ ...uneven, items: [] })).toBe(true)
    expect(planCredit(uneven, rest)).toEqual({ problem: 'Name what is left by lines' })
    expect(planCredit(credited, { isPart: true, typed: ['', '1'] })).toMatchObject({ amountMinor: 10_700n, isWhole: true })
  })
})
