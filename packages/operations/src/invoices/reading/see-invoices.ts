import type { SeenInvoice } from '@gateway/contract/invoices'
import { findClients, findCreditNotes } from '@gateway/db/invoices/queries'
import { findWritten } from '@gateway/db/invoices/documents/document-queries'
import { findQuotesInForce } from '@gateway/db/invoices/money/quote-queries'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'

/** Some invoices with what is shown beside them: four queries at most. A draft shows its client as it is now. */
export async function seeInvoices(
  em: Em,
  ctx: Pick<Context, 'publicUrl' | 'clock'>,
  invoices: readonly InvoiceEntity[],
): Promise<(SeenInvoice & { readonly invoice: InvoiceEntity })[]> {
  const named = invoices.flatMap(({ buyer, clientId }) => (buyer === null && clientId !== null ? [clientId] : []))
  const clients = new Map((await findClients(em, { ids: [...new Set(named)] })).map((client) => [client.id, client]))
  const credited = invoices.filter(({ creditNotesMinor }) => creditNotesMinor > 0n).map(({ id }) => id)
  const notes = Map.groupBy(await findCreditNotes(em, { invoiceIds: credited }), ({ invoiceId }) => invoiceId)
  const quotes = await readQuotes(em, ctx, invoices)
  const written = await findWritten(em, { ids: invoices.flatMap(({ id, sentAt }) => (sentAt === null ? [] : [id])) })
  return invoices.map((invoice) => ({
    invoice,
    client: clients.get(invoice.clientId ?? '') ?? null,
    creditNotes: notes.get(invoice.id) ?? [],
    quotedUnits: quotes.get(invoice.id)?.dueUnits ?? null,
    pageUrl: invoicePageOf(ctx, invoice.id),
    pdfUrl: written.has(invoice.id) ? `${ctx.publicUrl}/api/invoices/${invoice.id}/pay/pdf` : null,
  }))
}

/** One invoice with what is shown beside it. */
export async function seeInvoice(
  em: Em,
  ctx: Pick<Context, 'publicUrl' | 'clock'>,
  invoice: InvoiceEntity,
): Promise<SeenInvoice & { readonly invoice: InvoiceEntity }> {
  const [seen] = await seeInvoices(em, ctx, [invoice])
  if (!seen) throw new Error('one invoice was asked for')
  return seen
}

/** The quotes in force of what is open, by invoice. */
async function readQuotes(em: Em, { clock }: Pick<Context, 'clock'>, invoices: readonly InvoiceEntity[]) {
  const open = invoices.filter(({ state, paymentAddress }) => paymentAddress !== null && (state === 'sent' || state === 'overdue'))
  const quotes = await findQuotesInForce(em, { invoiceIds: open.map(({ id }) => id), at: clock.now() })
  return new Map(quotes.map((quote) => [quote.invoiceId, quote]))
}

/** The page of an invoice, for everybody who has its link. */
export const invoicePageOf = ({ publicUrl }: Pick<Context, 'publicUrl'>, id: string): string => `${publicUrl}/now/${id}`
