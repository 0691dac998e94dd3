import {
  presentPublished,
  presentReminded,
  presentSent,
  PublishedInvoiceView,
  RemindedInvoiceView,
  SentInvoiceView,
} from '@gateway/contract/invoices/sent-answers'
import { type RemindedInvoice, remindInvoice } from '@gateway/operations/invoices/sending/remind-invoice'
import { publishInvoice, sendInvoice, type SentInvoice } from '@gateway/operations/invoices/sending/send-invoice'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure } from '../trpc.ts'
import { InvoiceRef, own } from './resource-router.ts'

const unpayable = [
  'CONCURRENT_UPDATE',
  'INVALID_STATE',
  'WALLET_NOT_CONFIGURED',
  'ONBOARDING_REQUIRED',
  'UNSUPPORTED_BLOCKCHAIN',
  'INVALID_ADDRESS',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'RATE_UNAVAILABLE',
  'CHAIN_UNAVAILABLE',
] as const

/** How an invoice comes to its client. */
export const sendingProcedures = {
  send: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${own}/send`,
        tag: 'invoices',
        summary: 'Send an invoice',
        description:
          'A draft becomes payable, is never edited again, and goes to its client by e-mail; it needs a coin with a wallet, or an account at the card processor. Its address is taken now and never changes. From `sent` and `overdue` the e-mail goes once more and nothing else changes; the answer for an overdue one has no invoice.',
        flat: 'invoice',
        errors: unpayable,
      },
    })
    .input(InvoiceRef)
    .output(SentInvoiceView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => sendInvoice(ctx, { actor: ctx.actor, id: input.id, keep }),
        present: (sent: SentInvoice) => presentSent(sent),
      }),
    ),

  publish: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${own}/publish`,
        tag: 'invoices',
        summary: 'Publish an invoice',
        description: 'The same without an e-mail: bring the link to your client yourself. One that was sent before stays as it is.',
        flat: 'invoice',
        errors: unpayable,
      },
    })
    .input(InvoiceRef)
    .output(PublishedInvoiceView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => publishInvoice(ctx, { actor: ctx.actor, id: input.id, keep }),
        present: (sent: SentInvoice) => presentPublished(sent),
      }),
    ),

  remind: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: `${own}/remind`,
        tag: 'invoices',
        summary: 'Remind the client of an invoice',
        description: 'An e-mail with the link, from `sent` and `overdue`, also where `reminders` is false.',
        flat: 'invoice',
        errors: ['CONCURRENT_UPDATE', 'INVALID_STATE'],
      },
    })
    .input(InvoiceRef)
    .output(RemindedInvoiceView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => remindInvoice(ctx, { actor: ctx.actor, id: input.id, keep }),
        present: (reminded: RemindedInvoice) => presentReminded(reminded),
      }),
    ),
}
