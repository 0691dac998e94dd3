import { findRail } from '@gateway/chains/registry'
import type { InvoiceDetail } from '@gateway/contract/invoices/portal-detail'
import { findDocumentLines } from '@gateway/db/invoices/portal/document-queries'
import { findGivenBack } from '@gateway/db/invoices/money/give-back-queries'
import { ownInvoices } from '@gateway/db/invoices/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { getOwned } from '../../businesses/owned/read-owned.ts'
import type { Context } from '../../kernel/context.ts'
import { readToldEvents } from '../../webhooks/portal/read-told-events.ts'
import { readHeldMoney } from '../held/read-held-money.ts'
import { seeGivenBack } from '../held/see-refund.ts'
import { seeInvoice } from '../reading/see-invoices.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'

/**
 * An invoice of the signed-in merchant with the money of both rails, its documents and its events. The number of queries does not depend on the invoice.
 *
 * @throws {MerchantTokenRequired} for an API key. @throws {NotFound} also for another merchant's.
 */
export async function readInvoiceDetail(ctx: Context, { actor, id }: { actor: Actor; id: string }): Promise<InvoiceDetail> {
  const invoice = await getOwned(ctx, { of: ownInvoices, actor: requireMerchant(actor), id })
  const em = ctx.orm.em.fork()
  const [seen, money, events] = [
    await seeInvoice(em, ctx, invoice),
    await readInvoiceMoney(em, ctx, invoice),
    await readToldEvents(ctx, { objectId: id }),
  ]
  const documents = await findDocumentLines(em, { ids: [id, ...seen.creditNotes.map((note) => note.id)] })
  return {
    seen,
    deposits: money.deposits,
    cards: money.cards.map((card) => ({ ...card, escrowState: null })),
    documents,
    events,
    isProcessing: money.isProcessing,
    overpaidMinor: money.overpaidMinor,
    givenBack: (await findGivenBack(em, { invoiceId: id })).map((given) => seeGivenBack(invoice, given)),
    ...(await readHeldMoney(em, ctx, { invoice, deposits: money.deposits })),
    needsDecision: money.needsDecision,
    explorerTx: invoice.asset === null ? null : (findRail(ctx.rails, invoice.asset)?.explorerTx ?? null),
  }
}
