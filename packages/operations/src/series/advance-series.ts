import { seriesSubject } from '@gateway/contract/rooms/series'
import type { Em } from '@gateway/db/orm'
import { ownSeries } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { findMove } from '@gateway/domain/kernel/machine'
import { type SeriesInput, seriesMachine } from '@gateway/domain/series/series-machine'
import { type Announcement, announceChange } from '../events/publish-events.ts'
import type { Context } from '../kernel/context.ts'
import { signalSeries } from './workflow-messages.ts'

/** A series that carries its new facts already, and the inputs that its state takes. */
interface Advance {
  readonly series: SeriesEntity
  readonly inputs: readonly SeriesInput[]
}

/**
 * Moves a series by a command: its row, which is locked, with events, deliveries, and the signal to its workflow, in the caller's transaction.
 *
 * @returns the outbox messages to send after the commit.
 */
export async function advanceSeries(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, change: Advance): Promise<string[]> {
  const announcements = moveSeries(ctx, change)
  await ownSeries.save(em, change.series)
  return announceChange(em, ctx, { announcements, rows: [], messages: [signalSeries(change.series)] })
}

/**
 * The only place that sets a series' state; the caller writes the row.
 *
 * @returns the events of the change.
 */
export function moveSeries(ctx: Pick<Context, 'clock'>, { series, inputs }: Advance): Announcement[] {
  series.updatedAt = ctx.clock.now()
  series.stateVersion += 1
  series.tryAt = series.nextChargeAt
  return inputs.flatMap((input) => move(series, input))
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
