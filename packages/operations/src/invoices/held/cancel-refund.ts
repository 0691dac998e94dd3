import type { SeenRefund } from '@gateway/contract/invoices/refunds'
import { actorName } from '@gateway/domain/accounts/merchant'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import { returnMachine } from '@gateway/domain/payments/refund'
import type { Command } from '../../businesses/owned/change-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { cancelWithin } from '../../payments/refunds/cancel-refund.ts'
import { readRefunds } from '../../payments/refunds/shared/read-refunds.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { seeOneRefund } from './list-refunds.ts'

/**
 * Cancels a refund of an invoice before its payout, so that its money stays held and can be decided about again.
 *
 * @throws {NotFound} also for another merchant's invoice, and for another's refund. @throws {ConcurrentUpdate}
 * @throws {InvalidState} when it has ended, and when its hold is over and it is being paid.
 */
export const cancelInvoiceRefund = (
  ctx: ApiContext,
  { refundId, ...command }: Command<SeenRefund> & { readonly refundId: string },
): Promise<SeenRefund> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    const of = { invoiceId: invoice.id }
    const known = (await readRefunds(em, of)).find(({ refund }) => refund.id === refundId)
    if (!known) throw new NotFound('refund')
    const { state } = known.refund
    if (findMove(returnMachine, state, 'withdraw') === undefined) throw new InvalidState(state, 'cancel the refund')
    await cancelWithin(em, ctx, { of, by: actorName(command.actor), id: refundId })
    return { outcome: await seeOneRefund(em, ctx, { invoice, refundId }) }
  })

/** The same for the refund that is open, whichever it is, as the portal shows one. @throws {NotFound} {ConcurrentUpdate} {InvalidState} */
export const cancelOpenRefund = async (ctx: ApiContext, command: Pick<Command<void>, 'actor' | 'id'>): Promise<void> =>
  changeInvoice<void>(ctx, command, async (em, invoice) => {
    await cancelWithin(em, ctx, { of: { invoiceId: invoice.id }, by: actorName(command.actor) })
    return { outcome: undefined }
  })
