import type { Em } from '@gateway/db/orm'
import type { SeriesPeriodEntity } from '@gateway/db/series/series-period.entity'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { type CreatedEscrow, writeEscrow } from '../escrows/creation/commit-escrow.ts'
import type { ApiContext } from '../kernel/context.ts'
import { advanceSeries } from './advance-series.ts'
import type { ChildDraft } from './draft-child.ts'
import { emailCustomer } from './email-customer.ts'

/** A child as it was written, and the outbox messages to send after the commit. */
export interface OpenedChild {
  readonly created: CreatedEscrow
  readonly outboxIds: readonly string[]
}

/**
 * Writes a child with the e-mail to its customer, and moves its series to the next slot, in the caller's transaction and under the lock of the series row.
 *
 * The keys of `series_period` allow one child for each period and slot, so whatever is repeated opens none twice.
 *
 * @throws {AddressUnavailable} the transaction must roll back then.
 */
export async function openChild(
  em: Em,
  ctx: ApiContext,
  { series, child }: { series: SeriesEntity; child: ChildDraft },
): Promise<OpenedChild> {
  const { plan } = child
  const { created, outboxIds } = await writeEscrow(em, child.escrow, ({ escrow }) => [
    { into: 'series_period', rows: [periodOf(series, child, escrow.id)] },
  ])
  await emailCustomer(em, ctx, { series, child: created, period: plan.period })
  await ctx.failpoint('childWritten')
  series.latestSlot = plan.slot.index
  series.periodsCompleted = plan.period
  series.nextChargeAt = plan.nextChargeAt
  const told = await advanceSeries(em, ctx, { series, inputs: plan.completes ? ['charge', 'complete'] : ['charge'] })
  return { created, outboxIds: [...outboxIds, ...told] }
}

const periodOf = (series: SeriesEntity, { plan, escrow }: ChildDraft, escrowId: string): SeriesPeriodEntity => ({
  seriesId: series.id,
  period: plan.period,
  slot: plan.slot.index,
  escrowId,
  amountMinor: series.amountMinor,
  currency: series.currency,
  dueAt: plan.slot.at,
  createdAt: escrow.createdAt,
})
