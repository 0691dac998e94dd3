import { creditNoteView } from '@gateway/contract/invoices/credit-notes'
import { CreateCreditNoteInput, MarkPaidInput } from '@gateway/contract/invoices/inputs'
import { invoiceView } from '@gateway/contract/invoices'
import { cancelInvoice } from '@gateway/operations/invoices/settling/cancel-invoice'
import { createCreditNote, type CreditedInvoice } from '@gateway/operations/invoices/settling/create-credit-note'
import { markPaid, undoMark } from '@gateway/operations/invoices/settling/mark-paid'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure } from '../trpc.ts'
import { InvoiceRef, invoices, own } from './resource-router.ts'

const answer = z.object({ invoice: invoiceView.schema })

/** How an invoice ends that no rail has paid. */
export const settlingProcedures = {
  cancel: invoices
    .action('cancel', {
      description: 'From `sent` and `overdue`, while nothing is paid or on its way. Its address is watched on.',
      errors: ['INVALID_STATE'],
    })
    .mutation(invoices.once(cancelInvoice)),

  markPaid: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${own}/mark-paid`,
        tag: 'invoices',
        summary: 'Mark an invoice as paid outside',
        description: 'What is left of it was paid elsewhere, such as by bank transfer; there is no fee on it.',
        flat: 'invoice',
        errors: ['CONCURRENT_UPDATE', 'INVALID_STATE'],
      },
    })
    .input(MarkPaidInput)
    .output(answer)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => markPaid(ctx, { actor: ctx.actor, id: input.id, note: input.note, keep }),
        present: invoices.present,
      }),
    ),

  undoMark: keyProcedure
    .meta({
      rest: {
        method: 'delete',
        path: `${own}/mark-paid`,
        tag: 'invoices',
        summary: 'Undo the mark as paid outside',
        description: 'The invoice is `sent` again, or `overdue` after its due day; refused where anything else was paid.',
        flat: 'invoice',
        errors: ['CONCURRENT_UPDATE', 'INVALID_STATE'],
      },
    })
    .input(InvoiceRef)
    .output(answer)
    .mutation(async ({ ctx, input: { id } }) => invoices.present(await undoMark(ctx, { actor: ctx.actor, id }))),

  credit: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${own}/credit-notes`,
        status: 201,
        tag: 'invoices',
        summary: 'Credit an invoice',
        description:
          'Takes a part, or without `amount` and `items` all that is left, off an invoice that was sent. The whole of an unpaid one cancels it. Money that was paid is given back by a refund.',
        flat: 'credit_note',
        example: { amount: 19, reason: 'Returned goods' },
        errors: ['CONCURRENT_UPDATE', 'INVALID_STATE', 'INVALID_AMOUNT'],
      },
    })
    .input(CreateCreditNoteInput)
    .output(z.object({ credit_note: creditNoteView.schema, invoice: invoiceView.schema }))
    .mutation(
      idempotent({
        work: ({ ctx, input: { id, ...request }, keep }) => createCreditNote(ctx, { actor: ctx.actor, id, request, keep }),
        present: ({ note, seen }: CreditedInvoice) => ({ credit_note: creditNoteView.present(note), ...invoices.present(seen) }),
      }),
    ),
}
