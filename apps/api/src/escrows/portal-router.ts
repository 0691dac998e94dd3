import {
  EscrowCoinsView,
  PortalEscrowInput,
  PortalEscrowsInput,
  PortalEscrowsView,
  PortalEscrowView,
  presentEscrowCoins,
  presentEscrowDetail,
  presentEscrowRows,
} from '@gateway/contract/portal/escrows'
import { listEscrowCoins } from '@gateway/operations/escrows/portal/list-escrow-coins'
import { listPortalEscrows } from '@gateway/operations/escrows/portal/list-portal-escrows'
import { readEscrowDetail } from '@gateway/operations/escrows/portal/read-escrow-detail'
import { portalProcedure, router } from '../trpc.ts'

/** Escrows as the portal shows them. */
export const escrowsPortalRouter = router({
  list: portalProcedure
    .meta({ many: true })
    .input(PortalEscrowsInput)
    .output(PortalEscrowsView)
    .query(async ({ ctx, input }) => presentEscrowRows(await listPortalEscrows(ctx, { actor: ctx.actor, wish: input }))),

  coins: portalProcedure.output(EscrowCoinsView).query(({ ctx }) => presentEscrowCoins(listEscrowCoins(ctx))),

  detail: portalProcedure
    .input(PortalEscrowInput)
    .output(PortalEscrowView)
    .query(async ({ ctx, input: { id } }) =>
      presentEscrowDetail(await readEscrowDetail(ctx, { actor: ctx.actor, id, address: ctx.address })),
    ),
})
