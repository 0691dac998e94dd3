import { seriesSubject } from '@gateway/contract/series-subject'
import type { Em } from '@gateway/db/orm'
import { saveSeries } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { findMove } from '@gateway/domain/kernel/machine'
import { type SeriesInput, seriesMachine } from '@gateway/domain/series/series-machine'
import { type Announcement, announceChange } from '../events/publish-events.ts'
import type { Context } from '../kernel/context.ts'

/**
 * The only place that writes a series' state: transitions, events and deliveries, in the caller's transaction.
 *
 * @param change.series - locked, and carrying the new facts already.
 * @returns the outbox messages to send after the commit.
 */
export async function advanceSeries(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { series, inputs }: { series: SeriesEntity; inputs: readonly SeriesInput[] },
): Promise<string[]> {
  series.updatedAt = ctx.clock.now()
  series.stateVersion += 1
  series.tryAt = series.nextChargeAt
  const announcements = inputs.flatMap((input) => move(series, input))
  await saveSeries(em, series)
  return announceChange(em, ctx, { announcements, rows: [], messages: [] })
}

function move(series: SeriesEntity, input: SeriesInput): Announcement[] {
  const step = findMove(seriesMachine, series.state, input)
  if (!step) throw new Error(`a series that is ${series.state} does not ${input}`)
  series.state = step.to
  return step.emits.map((type) => {
    series.eventSequence += 1
    const { id, businessId, mode, eventSequence: sequence } = series
    return { type, object: { type: 'series', id, businessId, mode }, sequence, data: seriesSubject.present(series) }
  })
}
