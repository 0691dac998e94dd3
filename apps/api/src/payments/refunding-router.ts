import { NameRefundTransactionInput, PaymentRefundInput, PortalRefundPaymentInput } from '@gateway/contract/payment-refunds'
import { PortalPaymentInput, PortalRefundsView, presentPortalRefunds } from '@gateway/contract/portal/payment-detail'
import { cancelPaymentRefund } from '@gateway/operations/payments/assisted/cancel-payment-refund'
import { nameRefundTransaction } from '@gateway/operations/payments/assisted/name-refund-transaction'
import { refundPayment } from '@gateway/operations/payments/assisted/refund-payment'
import { renewPaymentRefund } from '@gateway/operations/payments/assisted/renew-payment-refund'
import { readPortalRefunds } from '@gateway/operations/payments/portal/read-portal-refunds'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { decisionProcedure } from '../http/procedures/decision.ts'
import { portalProcedure, router } from '../trpc.ts'
import { presentRefund, refundAnswer, refundRequestOf } from './refunds-router.ts'

/** Refunds of a payment, whoever pays them, as the portal starts and shows them. */
export const portalRefundsRouter = router({
  list: portalProcedure
    .meta({ many: true })
    .input(PortalPaymentInput)
    .output(PortalRefundsView)
    .query(async ({ ctx, input: { id } }) => presentPortalRefunds(await readPortalRefunds(ctx, { actor: ctx.actor, id }))),

  start: decisionProcedure
    .input(PortalRefundPaymentInput)
    .output(refundAnswer)
    .mutation(
      idempotent({
        work: ({ ctx, input: { id, idempotencyKey: _key, ...input }, keep }) =>
          refundPayment(ctx, { actor: ctx.actor, id, keep, request: refundRequestOf(ctx, input) }),
        present: presentRefund,
        keyIn: ({ idempotencyKey }) => idempotencyKey,
      }),
    ),

  cancel: decisionProcedure
    .input(PaymentRefundInput)
    .output(refundAnswer)
    .mutation(async ({ ctx, input }) => presentRefund(await cancelPaymentRefund(ctx, { actor: ctx.actor, ...input }))),

  renew: decisionProcedure
    .input(PaymentRefundInput)
    .output(refundAnswer)
    .mutation(async ({ ctx, input }) =>
      presentRefund(await renewPaymentRefund(ctx, { actor: ctx.actor, ...input, offerDays: ctx.refundOfferDays })),
    ),

  nameTransaction: decisionProcedure
    .input(NameRefundTransactionInput)
    .output(refundAnswer)
    .mutation(async ({ ctx, input }) => presentRefund(await nameRefundTransaction(ctx, { actor: ctx.actor, ...input }))),
})
