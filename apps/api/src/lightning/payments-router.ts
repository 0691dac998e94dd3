import { lightningPaymentView, LightningPaymentsView, presentLightningPayments } from '@gateway/contract/lightning'
import { LightningPaymentRef, ListLightningPaymentsInput, SendLightningInput } from '@gateway/contract/lightning/inputs'
import { getLightningPayment, listLightningPayments } from '@gateway/operations/lightning/reading/list-payments'
import { isSendRefusal } from '@gateway/operations/lightning/lifecycle/refusal-error'
import { resumeSend, sendLightning } from '@gateway/operations/lightning/sends/send-lightning'
import { z } from 'zod'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { keyProcedure, router } from '../trpc.ts'

const path = '/api/lightning/payments'
const one = z.object({ payment: lightningPaymentView.schema })

/** What enters and leaves Lightning wallets. */
export const lightningPaymentsRouter = router({
  send: keyProcedure
    .meta({
      rest: {
        method: 'post',
        path,
        tag: 'lightning',
        summary: 'Send a Lightning payment',
        description:
          'Pays a BOLT11 invoice or a Lightning Address. The amount and a reserve for the fee of the route (one percent, at least 10 sats) are set aside first; what the route did not cost returns. `pending`: the outcome is not known after 20 seconds, and both stay set aside until it is; read the payment by its hash. `failed`: nothing was paid, and everything is back. An invoice is paid at most once.',
        flat: 'payment',
        example: { wallet_id: 'main', destination: 'ada@pay.example', amount_sats: 1_000 },
        errors: ['INVALID_AMOUNT', 'AMOUNT_TOO_LARGE', 'INSUFFICIENT_BALANCE', 'NOT_FOUND', 'ALREADY_PAID', 'LIGHTNING_UNAVAILABLE'],
      },
    })
    .input(SendLightningInput)
    .output(one)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => sendLightning(ctx, { actor: ctx.actor, wish: input, keep }),
        resume: ({ ctx, reference }) => resumeSend(ctx, { id: reference }),
        frees: isSendRefusal,
        present: (payment: Parameters<typeof lightningPaymentView.present>[0]) => ({ payment: lightningPaymentView.present(payment) }),
      }),
    ),

  get: keyProcedure
    .meta({
      rest: {
        method: 'get',
        path: `${path}/{payment_hash}`,
        tag: 'lightning',
        summary: 'Get a Lightning payment',
        description:
          'By its hash. A payment between two wallets of yours has two entries: the outgoing one is meant, unless you name the other.',
        flat: 'payment',
        errors: ['NOT_FOUND'],
      },
    })
    .input(LightningPaymentRef)
    .output(one)
    .query(async ({ ctx, input }) => ({
      payment: lightningPaymentView.present(await getLightningPayment(ctx, { actor: ctx.actor, named: input })),
    })),

  list: keyProcedure
    .meta({
      many: true,
      rest: {
        method: 'get',
        path,
        tag: 'lightning',
        summary: 'List Lightning payments',
        description: 'Newest first. An API key sees the payments of its business only.',
        list: true,
        errors: ['FORBIDDEN'],
      },
    })
    .input(ListLightningPaymentsInput)
    .output(LightningPaymentsView)
    .query(async ({ ctx, input }) =>
      presentLightningPayments(input, await listLightningPayments(ctx, { actor: ctx.actor, filter: input })),
    ),
})
