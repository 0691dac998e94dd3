import { chargedSeries, lockFreeSeries, postponeSeries, readSeries } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import type { Em } from '@gateway/db/orm'
import { DomainError } from '@gateway/domain/kernel/error'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import { scheduleOf } from '@gateway/domain/series/series'
import { planTick } from '@gateway/domain/series/tick-plan'
import { announceChange } from '../../events/publish-events.ts'
import { readBusiness } from '../../businesses/read-business.ts'
import type { EscrowContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { moveSeries } from '../advance-series.ts'
import { type ChildDraft, draftChild } from './draft-child.ts'
import { messagesTo, openChild, type OpenedBy } from './open-child.ts'

const SECOND_MS = 1_000
const RATE_WAIT_MS = 5 * SECOND_MS
const OTHER_WAIT_MS = 60 * SECOND_MS

/** A series that may be due, and who asks. */
interface Tick {
  readonly id: string
  readonly by: Exclude<OpenedBy, 'creation'>
}

/**
 * Opens one child of a series, for its latest due slot, at the current rate.
 *
 * The child is priced first and written under the lock of the series row, only if the row is the one it was priced for: a tick that loses against
 * another, a pause, a cancellation or a new amount writes nothing. What prevents a child, such as a missing rate, leaves the series due.
 *
 * @returns true when the row moved.
 */
export async function tickSeries(ctx: EscrowContext, { id, by }: Tick): Promise<boolean> {
  const em = ctx.orm.em.fork()
  const series = await readSeries(em, { id })
  if (!series) return false
  const business = await readBusiness(em, series)
  const now = ctx.clock.now()
  const plan = planTick(scheduleOf(series, business.timeZone), now)
  if (plan.input === 'wait') return false
  try {
    const child = plan.input === 'charge' ? await draftChild(ctx, { series, business, plan, now }) : undefined
    return await commit(ctx, { seen: series, child, by })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await wait(ctx, series, error)
    return false
  }
}

interface Commit {
  readonly seen: SeriesEntity
  readonly child: ChildDraft | undefined
  readonly by: Tick['by']
}

function commit(ctx: EscrowContext, { seen, child, by }: Commit): Promise<boolean> {
  return transaction(ctx, async (em) => {
    const series = await lockFreeSeries(em, seen)
    if (series?.stateVersion !== seen.stateVersion) return false
    await (child ? openChild(em, ctx, { series, child, by }) : complete(em, ctx, { series, by }))
    return true
  })
}

async function complete(em: Em, ctx: EscrowContext, { series, by }: { series: SeriesEntity; by: Tick['by'] }): Promise<void> {
  series.nextChargeAt = null
  const announcements = moveSeries(ctx, { series, inputs: ['complete'] })
  await chargedSeries.save(em, series)
  await announceChange(em, ctx, { announcements, rows: [], messages: messagesTo[by](series) })
}

/** A foreseen obstacle, such as a missing rate: the series makes room for those behind it in all processes. The sweep puts off what is not foreseen. */
async function wait(ctx: EscrowContext, { id, stateVersion }: SeriesEntity, error: DomainError): Promise<void> {
  const waitMs = error instanceof RateUnavailable ? RATE_WAIT_MS : OTHER_WAIT_MS
  ctx.log.warn({ seriesId: id, problem: error.message }, 'series waits')
  await postponeSeries(ctx.orm.em.fork(), { id, stateVersion, tryAt: new Date(ctx.clock.now().getTime() + waitMs) })
}
