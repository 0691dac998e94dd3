import { escrowView } from '@gateway/contract/escrows'
import { DisputeChildInput, presentSeriesCalendar, SeriesCalendarView } from '@gateway/contract/portal/series'
import { SeriesRef } from '@gateway/contract/series-inputs'
import { disputeChild } from '@gateway/operations/series/dispute-child'
import { readCalendar } from '@gateway/operations/series/read-calendar'
import { z } from 'zod'
import { portalProcedure, router } from '../trpc.ts'

/** What only the portal shows and does about series. */
export const seriesPortalRouter = router({
  calendar: portalProcedure
    .input(SeriesRef)
    .output(SeriesCalendarView)
    .query(async ({ ctx, input: { id } }) => presentSeriesCalendar(await readCalendar(ctx, { actor: ctx.actor, id }))),

  dispute: portalProcedure
    .input(DisputeChildInput)
    .output(z.object({ escrow: escrowView.schema }))
    .mutation(async ({ ctx, input }) => ({
      escrow: escrowView.present({ escrow: await disputeChild(ctx, { actor: ctx.actor, child: input }), isInside: true }),
    })),
})
