import { PortalRatesInput, PortalRatesView, presentRateBoard } from '@gateway/contract/portal/rates'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import { readRateBoard } from '@gateway/operations/rates/read-rate-board'
import { merchantProcedure, router } from '../trpc.ts'

const portalProcedure = merchantProcedure.use(async ({ ctx, next }) => next({ ctx: { actor: requireMerchant(ctx.actor) } }))

/** Rates and the health of their sources as the portal shows them; the same for every merchant. */
export const ratesPortalRouter = router({
  sources: portalProcedure
    .input(PortalRatesInput)
    .output(PortalRatesView)
    .query(async ({ ctx, input }) => presentRateBoard(await readRateBoard(ctx, input))),
})
