import type { SeenInvoice } from '@gateway/contract/invoices'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { openMinor } from '@gateway/domain/invoices/money/open-amount'
import { actorName } from '@gateway/domain/accounts/merchant'
import { InvalidState } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Command } from '../../businesses/owned/change-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { advanceInvoice, creditInvoice } from '../lifecycle/advance-invoices.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { signalInvoice } from '../lifecycle/workflow-messages.ts'
import { seeInvoice } from '../reading/see-invoices.ts'
import { requireNothingWaits } from '../standing/require-nothing-waits.ts'
import { endOffers } from './end-offers.ts'

/**
 * Marks what is left of an invoice as paid outside; there is no fee on it. The audit log has who did it.
 *
 * @throws {NotFound} {ConcurrentUpdate} {InvalidState} unless it is sent or overdue.
 */
export const markPaid = (
  ctx: ApiContext,
  { note, ...command }: Command<SeenInvoice> & { readonly note?: string | undefined },
): Promise<SeenInvoice> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    const amountMinor = openMinor(invoice)
    if (amountMinor <= 0n) throw new InvalidState(invoice.state, 'mark the invoice as paid')
    const actor = actorName(command.actor)
    Object.assign(invoice, { outsideMinor: amountMinor, outsideNote: note ?? null, outsideBy: actor })
    await endOffers(em, ctx, invoice)
    const { outboxIds } = await creditInvoice(em, ctx, { invoice, amountMinor, messages: [signalInvoice] })
    const details = detailsOf(invoice, { amountMinor, note: note ?? null })
    await writeAuditEntry(em, ctx, { actor, action: 'invoice.mark_paid', subjectId: invoice.id, details })
    return { outcome: await seeInvoice(em, ctx, invoice), outboxIds }
  })

/**
 * Undoes the mark: the invoice is sent or overdue again, by its due day.
 *
 * @throws {NotFound} {ConcurrentUpdate} {InvalidState} without a mark, where a rail has credited or still has anything, and where credit notes have
 * taken the whole off.
 */
export const undoMark = (ctx: ApiContext, command: Command<SeenInvoice>): Promise<SeenInvoice> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    const outsideMinor = markOf(invoice)
    await requireNothingWaits(em, ctx, invoice)
    const details = detailsOf(invoice, { amountMinor: outsideMinor, note: invoice.outsideNote })
    Object.assign(invoice, { creditedMinor: 0n, outsideMinor: null, outsideNote: null, outsideBy: null })
    const isOverdue = invoice.overdueAt !== null && invoice.overdueAt <= ctx.clock.now()
    const outboxIds = await advanceInvoice(em, ctx, { invoice, input: isOverdue ? 'reopen_overdue' : 'reopen', messages: [signalInvoice] })
    await writeAuditEntry(em, ctx, { actor: actorName(command.actor), action: 'invoice.undo_mark', subjectId: invoice.id, details })
    return { outcome: await seeInvoice(em, ctx, invoice), outboxIds }
  })

/** What was marked. @throws {InvalidState} where the mark may not be undone: nothing would be left to pay, or a rail has paid a part. */
function markOf({ outsideMinor, creditedMinor, creditNotesMinor, amountMinor, state }: InvoiceEntity): bigint {
  if (state !== 'paid' || outsideMinor === null) throw new InvalidState(state, 'undo a mark that is not there')
  if (creditedMinor !== outsideMinor) throw new InvalidState('partially_paid', 'undo the mark')
  if (creditNotesMinor === amountMinor) throw new InvalidState(state, 'undo the mark of an invoice that is credited whole')
  return outsideMinor
}

const detailsOf = ({ businessId, currency }: InvoiceEntity, { amountMinor, note }: { amountMinor: bigint; note: string | null }) => ({
  businessId,
  amountMinor: amountMinor.toString(),
  currency,
  note,
})
