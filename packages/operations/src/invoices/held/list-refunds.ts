import type { SeenRefund } from '@gateway/contract/invoices/refunds'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { findGivenBack } from '@gateway/db/invoices/money/give-back-queries'
import { ownInvoices } from '@gateway/db/invoices/queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { getOwned } from '../../businesses/owned/read-owned.ts'
import type { Context } from '../../kernel/context.ts'
import { newestFirst, readRefunds } from '../../payments/refunds/shared/read-refunds.ts'
import { seeGivenBack, seeRefund } from './see-refund.ts'

/** Everything that goes back, or went back, of an invoice of the caller, newest first. @throws {NotFound} also for another merchant's. */
export async function listInvoiceRefunds(
  ctx: Pick<Context, 'orm' | 'clock' | 'rails'>,
  { actor, id }: { actor: Actor; id: string },
): Promise<SeenRefund[]> {
  const invoice = await getOwned(ctx, { of: ownInvoices, actor, id })
  const em = ctx.orm.em.fork()
  const seen = (await findGivenBack(em, { invoiceId: invoice.id })).map((given) => seeGivenBack(invoice, given))
  for (const known of await readRefunds(em, { invoiceId: invoice.id })) seen.push(await seeRefund(em, ctx, { invoice, known }))
  return newestFirst(seen)
}

/** One refund of held money of an invoice, as it is answered. @throws {Error} when it is none of the invoice's, which the caller has seen to. */
export async function seeOneRefund(
  em: Em,
  ctx: Pick<Context, 'clock' | 'rails'>,
  { invoice, refundId }: { invoice: InvoiceEntity; refundId: string },
): Promise<SeenRefund> {
  const known = (await readRefunds(em, { invoiceId: invoice.id })).find(({ refund }) => refund.id === refundId)
  if (!known) throw new Error(`invoice ${invoice.id} has no refund ${refundId}`)
  return seeRefund(em, ctx, { invoice, known })
}
