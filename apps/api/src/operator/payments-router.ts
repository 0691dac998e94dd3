import { DoneView } from '@gateway/contract/portal/accounts'
import { AcceptReceivedInput, OperatorPaymentInput, WithdrawAddressInput } from '@gateway/contract/portal/operator-decisions'
import {
  DecidedPaymentView,
  ForwardedView,
  OfferedView,
  presentOffered,
  presentShownPayment,
  ShownPaymentView,
} from '@gateway/contract/portal/operator-payment'
import { presentUnsupported, presentWaiting, UnsupportedTokensView, WaitingListView } from '@gateway/contract/portal/operator-waiting'
import { presentWrongChain, WrongChainView } from '@gateway/contract/portal/operator-wrong-chain'
import { withdrawAddress } from '@gateway/operations/payments/endings/withdraw-address'
import { acceptPayment } from '@gateway/operations/payments/held/accept-payment'
import { forwardHeld } from '@gateway/operations/payments/held/forward-held'
import { listUnsupportedTokens } from '@gateway/operations/payments/held/list-unsupported-tokens'
import { listWrongChain } from '@gateway/operations/payments/held/list-wrong-chain'
import { paymentPage, readPaymentTimeline } from '@gateway/operations/payments/reading/payment-timeline'
import { cancelRefund } from '@gateway/operations/payments/refunds/cancel-refund'
import { offerRefund } from '@gateway/operations/payments/refunds/offer-refund'
import { readPaymentSummary } from '@gateway/operations/payments/summary/read-payment-summary'
import { listHeldMoney } from './list-held-money.ts'
import { listPayouts } from './list-payouts.ts'
import { decidingProcedure, operatorProcedure } from './procedures.ts'

/** What operators read and decide about money of payments, and what else waits. */
export const paymentProcedures = {
  payouts: operatorProcedure.output(WaitingListView).query(async ({ ctx }) => presentWaiting(await listPayouts(ctx.desk))),

  heldMoney: operatorProcedure.output(WaitingListView).query(async ({ ctx }) => presentWaiting(await listHeldMoney(ctx.desk))),

  unsupportedTokens: operatorProcedure
    .output(UnsupportedTokensView)
    .query(async ({ ctx }) => presentUnsupported(await listUnsupportedTokens(ctx.desk), (id) => paymentPage(ctx.desk, id))),

  wrongChain: operatorProcedure.output(WrongChainView).query(async ({ ctx }) => presentWrongChain(await listWrongChain(ctx.desk))),

  payment: operatorProcedure
    .input(OperatorPaymentInput)
    .output(ShownPaymentView)
    .query(async ({ ctx: { desk }, input: { id } }) => {
      const summary = await readPaymentSummary(desk, { paymentId: id })
      const timeline = await readPaymentTimeline(desk, { paymentId: id })
      return presentShownPayment({ id, ...summary, timeline, temporalUrl: paymentPage(desk, id) })
    }),

  accept: decidingProcedure
    .input(AcceptReceivedInput)
    .output(DecidedPaymentView)
    .mutation(async ({ ctx: { desk, by }, input: { id, units } }) => {
      const { state } = await acceptPayment(desk, { paymentId: id, by, seenUnits: BigInt(units) })
      return { id, status: state }
    }),

  forward: decidingProcedure
    .input(OperatorPaymentInput)
    .output(ForwardedView)
    .mutation(async ({ ctx: { desk, by }, input: { id } }) => ({ id, blockchains: await forwardHeld(desk, { paymentId: id, by }) })),

  refund: decidingProcedure
    .input(OperatorPaymentInput)
    .output(OfferedView)
    .mutation(async ({ ctx: { desk, by }, input: { id } }) => {
      const offered = await offerRefund(desk, { paymentId: id, by, linkDays: desk.refundLinkDays })
      return presentOffered(offered, desk.publicUrl)
    }),

  withdrawRefund: decidingProcedure
    .input(OperatorPaymentInput)
    .output(DoneView)
    .mutation(async ({ ctx: { desk, by }, input: { id } }) => {
      await cancelRefund(desk, { paymentId: id, by })
      return { done: true }
    }),

  withdrawAddress: decidingProcedure
    .input(WithdrawAddressInput)
    .output(DecidedPaymentView)
    .mutation(async ({ ctx: { desk, by }, input: { id, reason } }) => {
      const { state } = await withdrawAddress(desk, { paymentId: id, by, reason })
      return { id, status: state }
    }),
}
