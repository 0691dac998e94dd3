import { PortalInvoiceInput, PortalInvoiceView, presentInvoiceDetail } from '@gateway/contract/invoices/portal-detail'
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
import { listPortalClients } from '@gateway/operations/invoices/portal/list-portal-clients'
import { listPortalInvoices } from '@gateway/operations/invoices/portal/list-portal-invoices'
import { readInvoiceDetail } from '@gateway/operations/invoices/portal/read-invoice-detail'
import { sumAgeing } from '@gateway/operations/invoices/portal/sum-ageing'
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
    .query(async ({ ctx, input }) => presentInvoiceDetail(await readInvoiceDetail(ctx, { actor: ctx.actor, ...input }))),

  clients: portalProcedure
    .meta({ many: true })
    .input(PortalClientsInput)
    .output(PortalClientsView)
    .query(async ({ ctx, input }) => presentClientsPage(await listPortalClients(ctx, { actor: ctx.actor, wish: input }))),
})
