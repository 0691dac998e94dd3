import { findLinesLeft } from '@gateway/domain/invoices/money/lines-left'
import { findJsonDecimal, findPlainDecimal, formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals, findMinorUnits } from '@gateway/domain/money/fiat'
import { withPoint } from '../../ui/form/decimal-comma.ts'
import { linesOfItems, totalsOfItems } from '../items.ts'
import type { Invoice } from './invoice-detail.ts'

/** An invoice, and what earlier credit notes have taken off it. */
export interface Credited extends Pick<Invoice, 'amount' | 'currency' | 'items' | 'tax_exemption_reason'> {
  readonly credit_notes: readonly Pick<Invoice['credit_notes'][number], 'amount' | 'items'>[]
}

/** What a credit note will take off, and what asks for it. */
export interface CreditPlan {
  /** In the smallest unit of the currency. */
  readonly amountMinor: bigint
  /** All that is left without members. */
  readonly request: { readonly amount?: string; readonly items?: readonly Readonly<Record<string, unknown>>[] }
  readonly isWhole: boolean
}

/** What was typed: of an invoice with lines the quantity of each, else the amount alone. */
interface Typed {
  readonly isPart: boolean
  readonly typed: readonly string[]
}

/** What a credit note would take off the invoice, or why it cannot be written. */
export function planCredit(invoice: Credited, { isPart, typed }: Typed): CreditPlan | { readonly problem: string } {
  const leftMinor = leftOf(invoice)
  if (!isPart)
    return isRestCreditable(invoice) ? { amountMinor: leftMinor, request: {}, isWhole: true } : { problem: 'Name what is left by lines' }
  const part = invoice.items.length === 0 ? amountOf(invoice, typed[0] ?? '') : linesOf(invoice, typed)
  if ('problem' in part) return part
  if (part.amountMinor <= 0n) return { problem: 'Must be above 0' }
  if (part.amountMinor > leftMinor) return { problem: 'More than is left of the invoice' }
  return { ...part, isWhole: part.amountMinor === leftMinor }
}

/** Whether all that is left can be credited at once: of an invoice with lines only where lines add up to it with their tax. */
export function isRestCreditable({ items, currency, tax_exemption_reason: taxExemptionReason, credit_notes: notes }: Credited): boolean {
  const creditNotes = notes.map((note) => ({ lines: linesOfItems(note.items, currency) }))
  return items.length === 0 || findLinesLeft({ lines: linesOfItems(items, currency), taxExemptionReason, creditNotes }) !== undefined
}

/** What earlier credit notes have left, in the smallest unit of the currency. */
export function leftOf({ amount, currency, credit_notes: notes }: Pick<Credited, 'amount' | 'currency' | 'credit_notes'>): bigint {
  const minor = (value: number): bigint => findMinorUnits(findJsonDecimal(String(value)) ?? { digits: 0n, scale: 0 }, currency) ?? 0n
  return notes.reduce((left, note) => left - minor(note.amount), minor(amount))
}

type Part = Omit<CreditPlan, 'isWhole'> | { readonly problem: string }

function amountOf({ currency }: Credited, typed: string): Part {
  const decimal = findPlainDecimal(withPoint(typed.trim()))
  const amountMinor = decimal && findMinorUnits(decimal, currency)
  if (amountMinor === undefined) return { problem: typed === '' ? 'Is required' : 'Must be an amount such as 12.50' }
  return { amountMinor, request: { amount: formatUnits(amountMinor, fiatDecimals[currency]) } }
}

function linesOf({ items, currency }: Credited, typed: readonly string[]): Part {
  const named = items.map((item, at) => ({ item, text: withPoint((typed[at] ?? '').trim()) })).filter(({ text }) => text !== '')
  if (named.some(({ text }) => findPlainDecimal(text) === undefined)) return { problem: 'Must be a quantity such as 2 or 1.5' }
  const credited = named.map(({ item, text }) => ({ ...item, quantity: Number(text) })).filter(({ quantity }) => quantity !== 0)
  if (credited.length === 0) return { problem: 'Name the quantity of at least one line' }
  return { amountMinor: totalsOfItems(credited, currency).totalMinor, request: { items: credited.map(asked) } }
}

/** A line as it is asked for: numbers as the texts that they are written as. */
const asked = ({ description, quantity, unit_code, unit_amount, tax_rate, tax_category }: Invoice['items'][number]) => ({
  description,
  quantity: String(quantity),
  unitCode: unit_code,
  unitAmount: String(unit_amount),
  taxRate: tax_rate,
  taxCategory: tax_category,
})
