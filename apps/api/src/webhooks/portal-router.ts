import {
  PortalDeliveriesInput,
  PortalDeliveriesView,
  PortalDeliveryInput,
  PortalDeliveryView,
  PortalEndpointInput,
  PortalEndpointView,
  presentDeliveries,
  presentDeliveryDetail,
  presentEndpoint,
} from '@gateway/contract/portal/webhooks'
import { getDelivery } from '@gateway/operations/webhooks/portal/get-delivery'
import { getEndpoint } from '@gateway/operations/webhooks/portal/get-endpoint'
import { listPortalDeliveries } from '@gateway/operations/webhooks/portal/list-portal-deliveries'
import { portalProcedure, router } from '../trpc.ts'

/** The webhook endpoint and its deliveries as the portal shows them. */
export const webhooksPortalRouter = router({
  endpoint: portalProcedure
    .input(PortalEndpointInput)
    .output(PortalEndpointView)
    .query(async ({ ctx, input }) => presentEndpoint(await getEndpoint(ctx, { actor: ctx.actor, businessId: input.businessId }))),

  deliveries: portalProcedure
    .meta({ many: true })
    .input(PortalDeliveriesInput)
    .output(PortalDeliveriesView)
    .query(async ({ ctx, input }) => presentDeliveries(await listPortalDeliveries(ctx, { actor: ctx.actor, wish: input }))),

  delivery: portalProcedure
    .input(PortalDeliveryInput)
    .output(PortalDeliveryView)
    .query(async ({ ctx, input }) => presentDeliveryDetail(await getDelivery(ctx, { actor: ctx.actor, id: input.id }))),
})
