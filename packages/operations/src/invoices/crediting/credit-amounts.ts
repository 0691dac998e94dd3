import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { InvoiceCreditEntity } from '@gateway/db/invoices/money/invoice-credit.entity'
import type { InvoiceQuoteEntity } from '@gateway/db/invoices/money/invoice-quote.entity'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { creditOfDeposit, type QuoteTerms, quotesOfDeposits } from '@gateway/domain/invoices/money/deposit-credit'
import { creditableMinor } from '@gateway/domain/invoices/money/open-amount'
import { sumUnits } from '@gateway/domain/money/units'
import type { ConfirmationPolicy } from '@gateway/domain/payments/payment-rules'

/** A locked invoice with everything that is known of its money. */
export interface KnownInvoice<Own extends InvoiceEntity = InvoiceEntity> {
  readonly invoice: Own
  readonly deposits: readonly DepositEntity[]
  /** Those that decide what is credited, oldest first, the newest included. */
  readonly quotes: readonly InvoiceQuoteEntity[]
  /** The most that any of its quotes asks for, also one that decides nothing. */
  readonly policy: ConfirmationPolicy
  /** Those that no reorganisation has taken back. */
  readonly credits: readonly InvoiceCreditEntity[]
}

/** What a confirmed deposit credits, by which quote, in the smallest unit of the currency. */
export interface DepositCredit {
  readonly deposit: DepositEntity
  readonly quote: QuoteTerms
  readonly creditedMinor: bigint
}

/**
 * What confirmed deposits credit to an invoice, in the order of the chain. None is credited by a guess: one that arrived without a quote in force credits
 * nothing, and so does one that arrived once nothing was open.
 */
export function creditsOf(known: KnownInvoice, confirmed: readonly DepositEntity[]): DepositCredit[] {
  const { invoice, deposits, quotes, credits } = known
  const own = deposits.filter(({ asset }) => asset === invoice.asset)
  const quoteOf = quotesOfDeposits(quotes, own)
  const unitsOf = new Map(own.map(({ id, units }) => [id, units]))
  let openMinor = creditableMinor(invoice)
  const given = credits.map(({ depositId, invoiceQuoteId, creditedMinor }) => {
    return { quoteId: invoiceQuoteId, units: unitsOf.get(depositId ?? '') ?? 0n, creditedMinor }
  })
  return confirmed.toSorted(byPlace).flatMap((deposit) => {
    const quote = quoteOf.get(deposit.id)
    if (!quote || openMinor <= 0n) return []
    const before = given.filter(({ quoteId }) => quoteId === quote.id)
    const quotedMinor = before.reduce((sum, one) => sum + one.creditedMinor, 0n)
    const creditedMinor = creditOfDeposit(deposit.units, quote, { quotedUnits: sumUnits(before), quotedMinor, openMinor })
    openMinor -= creditedMinor
    given.push({ quoteId: quote.id, units: deposit.units, creditedMinor })
    return [{ deposit, quote, creditedMinor }]
  })
}

const byPlace = (a: DepositEntity, b: DepositEntity): number => {
  const [first, second] = [placeOf(a), placeOf(b)]
  const differs = first.findIndex((part, at) => part !== second[at])
  return differs === -1 ? a.id.localeCompare(b.id) : (first[differs] ?? 0) - (second[differs] ?? 0)
}

const placeOf = ({ height, txPlace, logPlace }: DepositEntity): number[] => [height, txPlace, logPlace].map((part) => part ?? 0)
