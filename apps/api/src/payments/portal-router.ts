import { PortalAttentionInput, PortalAttentionView, presentAttention } from '@gateway/contract/portal/attention'
import { AcceptPaymentInput, PortalPaymentInput, PortalPaymentView, presentPaymentDetail } from '@gateway/contract/portal/payment-detail'
import { PortalPaymentsInput, PortalPaymentsView, presentPaymentsPage } from '@gateway/contract/portal/payments'
import { PortalTotalsInput, PortalTotalsView, presentTotals } from '@gateway/contract/portal/totals'
import { decideHeld } from '@gateway/operations/payments/portal/decide-held'
import { listAttention } from '@gateway/operations/payments/portal/list-attention'
import { listPortalPayments } from '@gateway/operations/payments/portal/list-portal-payments'
import { readPaymentDetail } from '@gateway/operations/payments/portal/read-payment-detail'
import { readTotals } from '@gateway/operations/payments/portal/read-totals'
import { cancelRefund } from '@gateway/operations/payments/refunds/cancel-refund'
import type { ActorContext } from '../context.ts'
import { decisionProcedure } from '../http/procedures/decision.ts'
import { paymentQrUrl } from '../qr.ts'
import { portalProcedure, router } from '../trpc.ts'
import { portalRefundsRouter } from './refunding-router.ts'

/** Payments as the portal shows them, and what merchants decide about held money. */
export const paymentsPortalRouter = router({
  list: portalProcedure
    .meta({ many: true })
    .input(PortalPaymentsInput)
    .output(PortalPaymentsView)
    .query(async ({ ctx, input }) => presentPaymentsPage(await listPortalPayments(ctx, { actor: ctx.actor, wish: input }))),

  totals: portalProcedure
    .meta({ many: true })
    .input(PortalTotalsInput)
    .output(PortalTotalsView)
    .query(async ({ ctx, input }) => presentTotals(await readTotals(ctx, { actor: ctx.actor, wish: input }))),

  attention: portalProcedure
    .meta({ many: true })
    .input(PortalAttentionInput)
    .output(PortalAttentionView)
    .query(async ({ ctx, input }) => presentAttention(await listAttention(ctx, { actor: ctx.actor, ...input }))),

  detail: portalProcedure
    .input(PortalPaymentInput)
    .output(PortalPaymentView)
    .query(async ({ ctx, input }) => readDetail(ctx, input)),

  accept: decisionProcedure
    .input(AcceptPaymentInput)
    .output(PortalPaymentView)
    .mutation(async ({ ctx, input }) => {
      await decideHeld(ctx, { actor: ctx.actor, paymentId: input.id, kind: 'accept', amountReceived: input.amountReceived })
      return readDetail(ctx, input)
    }),

  forward: decisionProcedure
    .input(PortalPaymentInput)
    .output(PortalPaymentView)
    .mutation(async ({ ctx, input }) => {
      await decideHeld(ctx, { actor: ctx.actor, paymentId: input.id, kind: 'forward' })
      return readDetail(ctx, input)
    }),

  withdrawRefund: decisionProcedure
    .input(PortalPaymentInput)
    .output(PortalPaymentView)
    .mutation(async ({ ctx, input }) => {
      await cancelRefund(ctx, { paymentId: input.id, by: ctx.actor })
      return readDetail(ctx, input)
    }),

  refunds: portalRefundsRouter,
})

async function readDetail(ctx: ActorContext, { id }: { id: string }) {
  const detail = await readPaymentDetail(ctx, { actor: ctx.actor, id })
  return presentPaymentDetail(detail, paymentQrUrl(detail.facts))
}
