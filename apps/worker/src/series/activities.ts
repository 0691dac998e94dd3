import type { EscrowContext } from '@gateway/operations/kernel/context'
import { openPeriod } from '@gateway/operations/series/periods/sweep-series'
import type { SeriesActivities } from '@gateway/workflows/series/activities'

/** Activities of the series role. */
export const seriesActivities = (ctx: EscrowContext): SeriesActivities => ({
  openPeriod: (input) => openPeriod(ctx, input),
})
