import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { InvoiceQuoteEntity } from '@gateway/db/invoices/money/invoice-quote.entity'
import { isWritten } from '@gateway/db/invoices/documents/document-queries'
import { markViewed } from '@gateway/db/invoices/viewed-queries'
import { readInvoice } from '@gateway/db/invoices/queries'
import type { Em } from '@gateway/db/orm'
import { formatUnits } from '@gateway/domain/money/decimal'
import { NotFound } from '@gateway/domain/kernel/error'
import { isUuid } from '@gateway/domain/kernel/id'
import { localDayOf } from '@gateway/domain/kernel/local-day'
import { readBusiness } from '../../businesses/read-business.ts'
import { areTermsRefused } from '../../custody/pins/are-terms-refused.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import { quoteInvoice } from '../quotes/quote-invoice.ts'
import { type InvoiceMoney, readInvoiceMoney } from '../standing/read-invoice-money.ts'

/** What an invoice asks for in its coin now, and by which price. */
interface ViewedQuote extends Pick<InvoiceQuoteEntity, 'dueUnits' | 'validFrom' | 'validUntil'> {
  /** Fiat for one coin, a decimal text. */
  readonly rate: string
}

/** An invoice as its client may see it. */
export interface ViewedInvoice {
  /** Without its address where the signer refuses to pay whom that pays: nobody is asked to pay there. */
  readonly invoice: InvoiceEntity
  readonly businessName: string
  readonly money: InvoiceMoney
  /** Undefined without a coin or an address, while its price is not known, and while money is on its way that would pay it. */
  readonly quote: ViewedQuote | undefined
  /** Today where the business is, an ISO 8601 day. */
  readonly today: string
  readonly hasDocument: boolean
}

/**
 * An invoice as its client may see it, by its unguessable id alone, with a quote that holds: it is renewed here, when it is looked at.
 *
 * @throws {NotFound} also for a draft.
 */
export async function viewInvoice(ctx: ApiContext, { id }: { readonly id: string }): Promise<ViewedInvoice> {
  const em = ctx.orm.em.fork()
  const invoice = await withoutRefused(em, await findSent(em, id))
  const [business, money, hasDocument] = [
    await readBusiness(em, invoice),
    await readInvoiceMoney(em, ctx, invoice),
    await isWritten(em, { id: invoice.id }),
  ]
  const quote = money.isProcessing || invoice.paymentAddress === null ? undefined : await quoteOf(ctx, em, invoice)
  const today = localDayOf(ctx.clock.now(), business.timeZone)
  return { invoice, businessName: invoice.seller?.name ?? business.name, money, quote, today, hasDocument }
}

/** The page of an invoice: the same, and its merchant learns once that it was looked at. @throws {NotFound} also for a draft. */
export async function openInvoicePage(ctx: ApiContext, { id }: { readonly id: string }): Promise<ViewedInvoice> {
  const viewed = await viewInvoice(ctx, { id })
  if (viewed.invoice.viewedAt === null) await markViewed(ctx.orm.em.fork(), { id: viewed.invoice.id, at: ctx.clock.now() })
  return viewed
}

/** An invoice that was sent. @throws {NotFound} */
export async function findSent(em: Em, id: string): Promise<InvoiceEntity> {
  const invoice = isUuid(id) ? await readInvoice(em, { id: id.toLowerCase() }) : undefined
  if (!invoice || invoice.state === 'draft') throw new NotFound('invoice')
  return invoice
}

async function withoutRefused(em: Em, invoice: InvoiceEntity): Promise<InvoiceEntity> {
  return (await areTermsRefused(em, invoice)) ? Object.assign(invoice, { paymentAddress: null }) : invoice
}

async function quoteOf(ctx: ApiContext, em: Em, { id }: InvoiceEntity): Promise<ViewedQuote | undefined> {
  const { quote } = await quoteInvoice(ctx, { invoiceId: id })
  if (!quote) return undefined
  const price = (await readQuotes(em, [quote])).get(quote.quoteId)
  const { dueUnits, validFrom, validUntil } = quote
  return price && { dueUnits, validFrom, validUntil, rate: formatUnits(price.rate.digits, price.rate.scale) }
}
