import {
  GiveBackInput,
  OfferInvoiceRefundInput,
  PortalInvoiceInput,
  PortalInvoiceView,
  presentInvoiceDetail,
} from '@gateway/contract/invoices/portal-detail'
import { InvoiceAttentionInput, InvoiceAttentionView, presentInvoiceAttention } from '@gateway/contract/invoices/attention'
import {
  InvoiceAgeingInput,
  InvoiceAgeingView,
  PortalClientsInput,
  PortalClientsView,
  PortalInvoicesInput,
  PortalInvoicesView,
  presentAgeing,
  presentClientsPage,
  presentInvoicesPage,
} from '@gateway/contract/invoices/portal-lists'
import { OfferedRefundView } from '@gateway/contract/held-money'
import { invoiceRefundView, type SeenRefund } from '@gateway/contract/invoices/refunds'
import { cancelOpenRefund } from '@gateway/operations/invoices/held/cancel-refund'
import { decideForward } from '@gateway/operations/invoices/held/decide-forward'
import { giveBack } from '@gateway/operations/invoices/held/give-back'
import { type OfferedInvoiceRefund, refundInvoice } from '@gateway/operations/invoices/held/refund-invoice'
import { listInvoiceAttention } from '@gateway/operations/invoices/portal/list-invoice-attention'
import { listPortalClients } from '@gateway/operations/invoices/portal/list-portal-clients'
import { listPortalInvoices } from '@gateway/operations/invoices/portal/list-portal-invoices'
import { readInvoiceDetail } from '@gateway/operations/invoices/portal/read-invoice-detail'
import { sumAgeing } from '@gateway/operations/invoices/portal/sum-ageing'
import { z } from 'zod'
import type { ActorContext } from '../context.ts'
import { idempotent } from '../http/idempotency/idempotent.ts'
import { decisionProcedure } from '../http/procedures/decision.ts'
import { portalProcedure, router } from '../trpc.ts'

/** Invoices and clients as the portal shows them. */
export const invoicesPortalRouter = router({
  list: portalProcedure
    .meta({ many: true })
    .input(PortalInvoicesInput)
    .output(PortalInvoicesView)
    .query(async ({ ctx, input }) => presentInvoicesPage(await listPortalInvoices(ctx, { actor: ctx.actor, wish: input }))),

  ageing: portalProcedure
    .meta({ many: true })
    .input(InvoiceAgeingInput)
    .output(InvoiceAgeingView)
    .query(async ({ ctx, input }) => presentAgeing(await sumAgeing(ctx, { actor: ctx.actor, ...input }))),

  detail: portalProcedure
    .input(PortalInvoiceInput)
    .output(PortalInvoiceView)
    .query(async ({ ctx, input }) => readDetail(ctx, input)),

  attention: portalProcedure
    .meta({ many: true })
    .input(InvoiceAttentionInput)
    .output(InvoiceAttentionView)
    .query(async ({ ctx, input }) => presentInvoiceAttention(await listInvoiceAttention(ctx, { actor: ctx.actor, ...input }))),

  forward: decisionProcedure
    .input(PortalInvoiceInput)
    .output(PortalInvoiceView)
    .mutation(async ({ ctx, input }) => {
      await decideForward(ctx, { actor: ctx.actor, id: input.id })
      return readDetail(ctx, input)
    }),

  refund: decisionProcedure
    .input(OfferInvoiceRefundInput)
    .output(OfferedRefundView)
    .mutation(
      idempotent({
        work: ({ ctx, input, keep }) => refundInvoice(ctx, { actor: ctx.actor, id: input.id, keep, request: requestOf(ctx) }),
        present: presentLink,
        keyIn: ({ idempotencyKey }) => idempotencyKey,
      }),
    ),

  withdrawRefund: decisionProcedure
    .input(PortalInvoiceInput)
    .output(PortalInvoiceView)
    .mutation(async ({ ctx, input }) => {
      await cancelOpenRefund(ctx, { actor: ctx.actor, id: input.id })
      return readDetail(ctx, input)
    }),

  giveBack: decisionProcedure
    .input(GiveBackInput)
    .output(z.object({ refund: invoiceRefundView.schema }))
    .mutation(
      idempotent({
        work: ({ ctx, input: { id, amount, note }, keep }) => giveBack(ctx, { actor: ctx.actor, id, keep, given: { amount, note } }),
        present: (refund: SeenRefund) => ({ refund: invoiceRefundView.present(refund) }),
        keyIn: ({ idempotencyKey }) => idempotencyKey,
      }),
    ),

  clients: portalProcedure
    .meta({ many: true })
    .input(PortalClientsInput)
    .output(PortalClientsView)
    .query(async ({ ctx, input }) => presentClientsPage(await listPortalClients(ctx, { actor: ctx.actor, wish: input }))),
})

async function readDetail(ctx: ActorContext, input: { id: string }) {
  return presentInvoiceDetail(await readInvoiceDetail(ctx, { actor: ctx.actor, ...input }))
}

const requestOf = ({ refundLinkDays: linkDays, refundHoldHours: holdHours }: ActorContext) => ({ linkDays, holdHours })

/** The link of a refund, shown this once. */
function presentLink(offered: OfferedInvoiceRefund): z.output<typeof OfferedRefundView> {
  const { id, refund_url: url, expires_at: endsAt, blockchain, amount_crypto: amount } = invoiceRefundView.present(offered)
  if (url === null || endsAt === null || blockchain === null || amount === null) throw new Error(`refund ${id} has no link`)
  return { id, url, ends_at: endsAt, blockchain, amount }
}
