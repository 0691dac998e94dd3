import type { Markup } from '../html.ts'
import { formatDay, formatFiat } from '../locales/format.ts'
import { invoiceTexts } from '../locales/invoice-texts.ts'
import type { InvoiceTexts } from '../locales/en/invoice.ts'
import { exact, named } from '../parts/amount.ts'
import type { InvoicePageInput, SeenMoney } from './invoice-view.ts'

/** What a client is told: `open` and `part_paid` ask for money, the second for less than the invoice says. */
type InvoicePhase = 'open' | 'part_paid' | 'paid' | 'cancelled'

/** An invoice with what every part of its page says. */
export interface ShownInvoice extends InvoicePageInput {
  readonly t: InvoiceTexts
  readonly phase: InvoicePhase
  readonly merchant: Markup
  /** An amount of its currency. */
  readonly money: (amount: string) => Markup
  /** A calendar day. */
  readonly day: (day: string) => Markup
}

/** Reads an invoice as its page shows it. */
export function shownInvoiceOf(input: InvoicePageInput): ShownInvoice {
  const { invoice, language } = input
  return {
    ...input,
    t: invoiceTexts[language],
    phase: phaseOf(input),
    merchant: named(invoice.merchant),
    money: (amount) => exact(formatFiat(language, amount, invoice.currency)),
    day: (day) => named(formatDay(language, day)),
  }
}

function phaseOf({ invoice: { status, amountPaid, amountCredited } }: InvoicePageInput): InvoicePhase {
  if (status === 'paid' || status === 'cancelled') return status
  return isSome(amountPaid) || isSome(amountCredited) ? 'part_paid' : 'open'
}

/** Money that was seen and does not count yet, with its unit. */
export const seenAmount = ({ language, invoice }: ShownInvoice, { way, amount }: SeenMoney): string =>
  way === 'card' ? formatFiat(language, amount, invoice.currency) : amount

/** True of an amount above 0, a decimal text. */
export const isSome = (amount: string): boolean => /[1-9]/.test(amount)
