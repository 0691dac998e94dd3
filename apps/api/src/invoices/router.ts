import { CreateInvoiceInput, ListInvoicesInput, UpdateInvoiceInput } from '@gateway/contract/invoices/inputs'
import { createInvoice, duplicateInvoice } from '@gateway/operations/invoices/drafts/create-invoice'
import { deleteInvoice, updateInvoice } from '@gateway/operations/invoices/drafts/update-invoice'
import { getInvoice, listInvoices } from '@gateway/operations/invoices/reading/get-invoice'
import { Id } from '@gateway/contract/wire/id'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'
import { clientsRouter } from './clients-router.ts'
import { payProcedure } from './pay-router.ts'
import { invoicesPortalRouter } from './portal-router.ts'
import { refundProcedures } from './refunds-router.ts'
import { InvoiceRef, invoices, own } from './resource-router.ts'
import { sendingProcedures } from './sending-router.ts'
import { settlingProcedures } from './settling-router.ts'

const refusals = ['INVALID_AMOUNT', 'UNSUPPORTED_CURRENCY', 'UNSUPPORTED_BLOCKCHAIN', 'INVALID_ADDRESS'] as const

/** Invoices of a business, from the draft to the end. */
export const invoicesRouter = router({
  create: invoices
    .create(CreateInvoiceInput, {
      description:
        'A draft with the next number of its business. Name an `amount`, or `items` whose sum with tax it is. A test key creates none.',
      example: {
        amount: 119,
        currency: 'EUR',
        crypto_currency: 'BTC',
        due_date: '2099-12-31',
        notes: 'Thank you',
      },
      errors: [...refusals, 'NOT_IMPLEMENTED'],
    })
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createInvoice(ctx, { actor: ctx.actor, terms: input, keep }),
        present: invoices.present,
      }),
    ),

  get: invoices
    .get({ description: 'In any state, with its credit notes.' })
    .query(async ({ ctx, input: { id } }) => invoices.present(await getInvoice(ctx, { actor: ctx.actor, id }))),

  list: invoices
    .list(ListInvoicesInput)
    .query(async ({ ctx, input }) => invoices.page(input, await listInvoices(ctx, { actor: ctx.actor, filter: input }))),

  update: invoices
    .update(UpdateInvoiceInput, {
      description:
        'Only a draft: absent members stay unchanged, and an empty text clears one. New `items` take the place of all; without a new `amount` it is their sum.',
      example: { amount: 129, notes: 'Thank you' },
      errors: ['INVALID_STATE', ...refusals],
    })
    .mutation(async ({ ctx, input }) => invoices.present(await updateInvoice(ctx, { actor: ctx.actor, changes: input }))),

  remove: keyProcedure
    .meta({
      rest: {
        method: 'delete',
        path: own,
        tag: 'invoices',
        summary: 'Delete an invoice',
        description: 'Only a draft; its number stays in the register as void and is not used again.',
        errors: ['CONCURRENT_UPDATE', 'INVALID_STATE'],
      },
    })
    .input(InvoiceRef)
    .output(z.object({ id: Id.meta({ description: 'The invoice had this id.' }), deleted: z.literal(true) }))
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteInvoice(ctx, { actor: ctx.actor, id })
      return { id, deleted: true as const }
    }),

  duplicate: invoices
    .action('duplicate', {
      status: 201,
      description: 'A new draft with the amount, items, coin, client and texts of an invoice in any state, without its days.',
    })
    .mutation(invoices.once(duplicateInvoice)),

  ...sendingProcedures,
  ...settlingProcedures,
  ...refundProcedures,
  pay: payProcedure,
  clients: clientsRouter,
  portal: invoicesPortalRouter,
})
