import type { SeenInvoice } from '@gateway/contract/invoices'
import { stageAt } from '@gateway/domain/invoices/reminder'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { Command } from '../../businesses/owned/change-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { queueInvoiceLetter, type UnsentLetter } from '../letters/queue-invoice-letter.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { seeInvoice } from '../reading/see-invoices.ts'

/** An invoice, and why its client gets no letter about it; undefined where one is on its way. */
export interface RemindedInvoice {
  readonly seen: SeenInvoice
  readonly unsent: UnsentLetter | undefined
}

/** Reminds the client of an invoice by e-mail, whatever its switch says. @throws {NotFound} {ConcurrentUpdate} {InvalidState} unless it is sent or overdue. */
export const remindInvoice = (ctx: ApiContext, command: Command<RemindedInvoice>): Promise<RemindedInvoice> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    if (invoice.state !== 'sent' && invoice.state !== 'overdue') throw new InvalidState(invoice.state, 'remind the client')
    const stage = stageAt(ctx.clock.now(), invoice.overdueAt)
    const unsent = await queueInvoiceLetter(em, ctx, { invoice, letter: { kind: 'invoice_reminder', stage } })
    return { outcome: { seen: await seeInvoice(em, ctx, invoice), unsent } }
  })
