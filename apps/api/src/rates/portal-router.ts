import { PortalRatesInput, PortalRatesView, presentRateBoard } from '@gateway/contract/portal/rates'
import { readRateBoard } from '@gateway/operations/rates/read-rate-board'
import { portalProcedure, router } from '../trpc.ts'

/** Rates and the health of their sources as the portal shows them; the same for every merchant. */
export const ratesPortalRouter = router({
  sources: portalProcedure
    .input(PortalRatesInput)
    .output(PortalRatesView)
    .query(async ({ ctx, input }) => presentRateBoard(await readRateBoard(ctx, input))),
})
