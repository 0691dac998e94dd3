import type { SeenInvoice } from '@gateway/contract/invoices'
import { findMove } from '@gateway/domain/kernel/machine'
import { InvalidState } from '@gateway/domain/kernel/error'
import { invoiceMachine } from '@gateway/domain/invoices/machine'
import type { Command } from '../../businesses/owned/change-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { advanceInvoice } from '../lifecycle/advance-invoices.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { seeInvoice } from '../reading/see-invoices.ts'

/** Cancels an invoice that nothing was paid of; its address is watched on. @throws {NotFound} {ConcurrentUpdate} {InvalidState} */
export const cancelInvoice = (ctx: ApiContext, command: Command<SeenInvoice>): Promise<SeenInvoice> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    if (!findMove(invoiceMachine, invoice.state, 'cancel')) throw new InvalidState(invoice.state, 'cancel the invoice')
    if (invoice.creditedMinor > 0n) throw new InvalidState('partially_paid', 'cancel the invoice')
    const outboxIds = await advanceInvoice(em, ctx, { invoice, input: 'cancel' })
    return { outcome: await seeInvoice(em, ctx, invoice), outboxIds }
  })
