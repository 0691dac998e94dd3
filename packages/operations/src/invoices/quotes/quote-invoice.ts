import { lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import { readInvoice } from '@gateway/db/invoices/queries'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { InvoiceQuoteEntity } from '@gateway/db/invoices/money/invoice-quote.entity'
import { endQuotes, findNewestQuote } from '@gateway/db/invoices/money/quote-queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { openMinor } from '@gateway/domain/invoices/money/open-amount'
import { DomainError } from '@gateway/domain/kernel/error'
import { readBusiness } from '../../businesses/read-business.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { hasAddress } from '../deposits/invoice-holding.ts'
import { type DraftedQuote, priceRemainder } from './price-remainder.ts'

/** What the page of an invoice asks for in its coin now, or why it asks for nothing. */
export type QuotedInvoice =
  | { readonly quote: InvoiceQuoteEntity; readonly refusal?: never }
  /** `not_payable`: nothing is open. `no_coin`: it is payable by card alone. Else the code of what keeps it from being priced. */
  | { readonly quote?: never; readonly refusal: string }

/**
 * The quote of an invoice for what is open on it: the one in force, or a new one where its window is over or the remainder has changed. Whoever asks at once
 * gets the same.
 *
 * Nothing is thrown for an invoice that has no quote now, because its page is shown all the same.
 */
export async function quoteInvoice(ctx: ApiContext, { invoiceId }: { invoiceId: string }): Promise<QuotedInvoice> {
  const em = ctx.orm.em.fork()
  const invoice = await readInvoice(em, { id: invoiceId })
  if (!invoice || openMinor(invoice) === 0n) return { refusal: 'not_payable' }
  if (!hasAddress(invoice)) return { refusal: 'no_coin' }
  const current = await findInForce(em, ctx, invoice)
  if (current) return { quote: current }
  try {
    const business = await readBusiness(em, invoice)
    const drafted = await priceRemainder(ctx, { invoice, business, remainderMinor: openMinor(invoice) })
    return (await store(ctx, drafted)) ?? { refusal: 'not_payable' }
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.code.toLowerCase() }
    throw error
  }
}

/** Writes a quote under the lock of its invoice, unless another one is in force or its remainder is not open any more. */
function store(ctx: ApiContext, { quote, rows }: DraftedQuote): Promise<QuotedInvoice | undefined> {
  return transaction(ctx, async (em) => {
    const [invoice] = await lockInvoices(em, [quote.invoiceId])
    if (!invoice || openMinor(invoice) === 0n) return undefined
    const current = await findInForce(em, ctx, invoice)
    if (current) return { quote: current }
    // It was priced for another amount: whoever has changed that may be asked again.
    if (openMinor(invoice) !== quote.remainderMinor) return { refusal: 'changed_meanwhile' }
    await endQuotes(em, { invoiceId: invoice.id, at: quote.validFrom })
    await insertTogether(em, rows)
    await ctx.failpoint('beforeCreateCommit')
    return { quote }
  })
}

async function findInForce(em: Em, { clock }: Pick<ApiContext, 'clock'>, invoice: InvoiceEntity): Promise<InvoiceQuoteEntity | undefined> {
  const newest = await findNewestQuote(em, { invoiceId: invoice.id })
  const isInForce = newest && newest.validUntil > clock.now() && newest.remainderMinor === openMinor(invoice)
  return isInForce ? newest : undefined
}
