import type { SeenInvoice } from '@gateway/contract/invoices'
import { findMove } from '@gateway/domain/kernel/machine'
import { InvalidState } from '@gateway/domain/kernel/error'
import { invoiceMachine } from '@gateway/domain/invoices/machine'
import type { Command } from '../../businesses/owned/change-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { advanceInvoice } from '../lifecycle/advance-invoices.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { signalInvoice } from '../lifecycle/workflow-messages.ts'
import { seeInvoice } from '../reading/see-invoices.ts'
import { requireUntouched } from '../standing/require-untouched.ts'
import { endOffers } from './end-offers.ts'

/** Cancels an invoice that nothing was paid of; its address is watched on. @throws {NotFound} {ConcurrentUpdate} {InvalidState} */
export const cancelInvoice = (ctx: ApiContext, command: Command<SeenInvoice>): Promise<SeenInvoice> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    if (!findMove(invoiceMachine, invoice.state, 'cancel')) throw new InvalidState(invoice.state, 'cancel the invoice')
    await requireUntouched(em, ctx, invoice)
    await endOffers(em, ctx, invoice)
    const outboxIds = await advanceInvoice(em, ctx, { invoice, input: 'cancel', messages: [signalInvoice] })
    return { outcome: await seeInvoice(em, ctx, invoice), outboxIds }
  })
