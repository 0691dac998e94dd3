import { ownSeries } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { findMove } from '@gateway/domain/kernel/machine'
import { seriesMachine } from '@gateway/domain/series/series-machine'
import { changeOwned, type Command } from '../businesses/owned/change-owned.ts'
import type { ApiContext } from '../kernel/context.ts'
import { advanceSeries } from './advance-series.ts'

/** Ends a series for ever; its open children go on. One that has ended already stays as it is. @throws {NotFound} also for another merchant's. @throws {ConcurrentUpdate} */
export const cancelSeries = (ctx: ApiContext, command: Command<SeriesEntity>): Promise<SeriesEntity> =>
  changeOwned(ctx, { ...command, of: ownSeries }, async (em, series) => {
    if (findMove(seriesMachine, series.state, 'cancel') === undefined) return []
    series.nextChargeAt = null
    return advanceSeries(em, ctx, { series, inputs: ['cancel'] })
  })
