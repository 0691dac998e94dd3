import type { SeriesEntity } from '@gateway/db/series/series.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { findMove } from '@gateway/domain/kernel/machine'
import { seriesMachine } from '@gateway/domain/series/series-machine'
import { type Keep, storeResponse } from '../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../kernel/context.ts'
import { transaction } from '../kernel/transaction.ts'
import { advanceSeries } from './advance-series.ts'
import { lockForCommand } from './lock-for-command.ts'

interface Cancellation {
  readonly actor: Actor
  readonly id: string
  readonly keep?: Keep<SeriesEntity> | undefined
}

/** Ends a series for ever; its open children go on. One that has ended already stays as it is. @throws {NotFound} also for another merchant's. @throws {ConcurrentUpdate} */
export async function cancelSeries(ctx: ApiContext, { actor, id, keep }: Cancellation): Promise<SeriesEntity> {
  const { series, outboxIds } = await transaction(ctx, async (em) => {
    const found = await lockForCommand(em, { actor, id })
    const ended = findMove(seriesMachine, found.state, 'cancel') === undefined
    if (!ended) found.nextChargeAt = null
    const told = ended ? [] : await advanceSeries(em, ctx, { series: found, inputs: ['cancel'] })
    await storeResponse(em, keep, found)
    return { series: found, outboxIds: told }
  })
  ctx.tryNow(outboxIds)
  return series
}
