import { openMinor } from '@gateway/domain/invoices/money/open-amount'
import { creditsOf, type KnownInvoice } from '../crediting/credit-amounts.ts'
import type { InvoiceDeposit } from './show-deposits.ts'

/**
 * True when the deposits that are on their way would pay all that is open on an invoice, by the quotes they came under: then nobody is to be asked again.
 * Dust, and money that came without a quote, keep nobody from paying.
 */
export function coversRemainder(known: KnownInvoice, shown: readonly InvoiceDeposit[]): boolean {
  const open = openMinor(known.invoice)
  const onItsWay = new Set(shown.flatMap(({ id, asset, state }) => (state === 'processing' && asset === known.invoice.asset ? [id] : [])))
  const credits = creditsOf(
    known,
    known.deposits.filter(({ id }) => onItsWay.has(id)),
  )
  return open > 0n && credits.reduce((sum, { creditedMinor }) => sum + creditedMinor, 0n) >= open
}
