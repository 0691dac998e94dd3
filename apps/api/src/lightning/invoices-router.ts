import { lightningInvoiceView } from '@gateway/contract/lightning'
import { CreateLightningInvoiceInput } from '@gateway/contract/lightning/inputs'
import { createLightningInvoice, resumeInvoice } from '@gateway/operations/lightning/invoices/create-lightning-invoice'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'

/** Invoices of wallets. */
export const lightningInvoicesRouter = router({
  create: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path: '/api/lightning/invoices',
        status: 201,
        tag: 'lightning',
        summary: 'Create a Lightning invoice',
        description:
          'Any wallet can pay it for an hour. It is an incoming payment that is pending: `lightning.payment.settled` tells that it was paid, and its amount is in the balance then. Show `payment_request` as a QR code in upper case.',
        example: { wallet_id: 'main', amount_sats: 1_000, description: 'Order A-1001' },
        errors: ['INVALID_AMOUNT', 'AMOUNT_TOO_LARGE', 'NOT_FOUND', 'LIGHTNING_UNAVAILABLE'],
      },
    })
    .input(CreateLightningInvoiceInput)
    .output(lightningInvoiceView.schema)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => createLightningInvoice(ctx, { actor: ctx.actor, wish: input, keep }),
        resume: ({ ctx, reference }) => resumeInvoice(ctx, { id: reference }),
        present: lightningInvoiceView.present,
      }),
    ),
})
