import type { SeenRefund } from '@gateway/contract/invoices/refunds'
import { actorName } from '@gateway/domain/accounts/merchant'
import type { Command } from '../../businesses/owned/change-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { cancelWithin } from '../../payments/refunds/cancel-refund.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { seeOneRefund } from './list-refunds.ts'

/**
 * Cancels a refund of an invoice before its payout, so that its money stays held and can be decided about again.
 *
 * @throws {NotFound} also for another merchant's invoice, and for a refund that is not open. @throws {ConcurrentUpdate}
 * @throws {InvalidState} when its hold is over and it is being paid.
 */
export const cancelInvoiceRefund = (
  ctx: ApiContext,
  { refundId, ...command }: Command<SeenRefund> & { readonly refundId: string },
): Promise<SeenRefund> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    await cancelWithin(em, ctx, { of: { invoiceId: invoice.id }, by: actorName(command.actor), id: refundId })
    return { outcome: await seeOneRefund(em, ctx, { invoice, refundId }) }
  })

/** The same for the refund that is open, whichever it is, as the portal shows one. @throws {NotFound} {ConcurrentUpdate} {InvalidState} */
export const cancelOpenRefund = async (ctx: ApiContext, command: Pick<Command<void>, 'actor' | 'id'>): Promise<void> =>
  changeInvoice<void>(ctx, command, async (em, invoice) => {
    await cancelWithin(em, ctx, { of: { invoiceId: invoice.id }, by: actorName(command.actor) })
    return { outcome: undefined }
  })
