import { presentSeriesCalendar, SeriesCalendarView } from '@gateway/contract/portal/series'
import { SeriesRef } from '@gateway/contract/series-inputs'
import { readCalendar } from '@gateway/operations/series/read-calendar'
import { portalProcedure, router } from '../trpc.ts'

/** What only the portal shows of series. */
export const seriesPortalRouter = router({
  calendar: portalProcedure
    .input(SeriesRef)
    .output(SeriesCalendarView)
    .query(async ({ ctx, input: { id } }) => presentSeriesCalendar(await readCalendar(ctx, { actor: ctx.actor, id }))),
})
