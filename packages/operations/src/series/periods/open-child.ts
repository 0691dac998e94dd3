import type { Em } from '@gateway/db/orm'
import { type Insert, insertTogether } from '@gateway/db/kernel/insert-together'
import { chargedSeries } from '@gateway/db/series/queries'
import type { SeriesPeriodEntity } from '@gateway/db/series/series-period.entity'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { awaitsDepositor } from '@gateway/domain/escrows/actions'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import { emailPayer } from '../../businesses/email-payer.ts'
import { cardRows } from '../../cards/charges/draft-card.ts'
import { type CreatedEscrow, writeEscrow } from '../../escrows/creation/commit-escrow.ts'
import { announceChange } from '../../events/publish-events.ts'
import type { EscrowContext } from '../../kernel/context.ts'
import type { Enqueued } from '../../outbox/enqueue.ts'
import { moveSeries } from '../advance-series.ts'
import type { ChildDraft } from './draft-child.ts'
import { signalSeries, startSeries } from '../workflow-messages.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Who opens a child: the creation of its series, which writes the series too; the workflow, which learns of it by the answer; or the sweep. */
export type OpenedBy = 'creation' | 'workflow' | 'sweep'

/** A child to open. Its series is locked, or not written yet. */
interface Opening {
  readonly series: SeriesEntity
  readonly child: ChildDraft
  readonly by: OpenedBy
}

/** A child as it was written, and the outbox messages to send after the commit. */
export interface OpenedChild {
  /** Absent for cards. */
  readonly created?: CreatedEscrow
  readonly outboxIds: readonly string[]
}

/**
 * Writes a child with the e-mail to its customer, and moves its series to the next slot, in the caller's transaction and under the lock of the series row.
 *
 * The keys of `series_period` allow one child for each period and slot, so whatever is repeated opens none twice.
 *
 * @throws {AddressUnavailable} the transaction must roll back then.
 */
export async function openChild(em: Em, ctx: EscrowContext, { series, child, by }: Opening): Promise<OpenedChild> {
  const { plan } = child
  Object.assign(series, { latestSlot: plan.slot.index, periodsCompleted: plan.period, nextChargeAt: plan.nextChargeAt })
  const announcements = moveSeries(ctx, { series, inputs: plan.completes ? ['charge', 'complete'] : ['charge'] })
  const { outboxIds, ...written } = await writeChild(em, ctx, { series, child, by })
  await ctx.failpoint('childWritten')
  if (by !== 'creation') await chargedSeries.save(em, series)
  const told = await announceChange(em, ctx, { announcements, rows: [], messages: messagesTo[by](series) })
  return { ...written, outboxIds: [...outboxIds, ...told] }
}

/** The rows of a child and of its period, and of the series that it is created with. */
async function writeChild(em: Em, ctx: EscrowContext, { series, child, by }: Opening): Promise<OpenedChild> {
  const own: Insert = { into: 'series', rows: by === 'creation' ? [series] : [] }
  if (child.card) return writeCard(em, { series, child, own })
  const { created, outboxIds } = await writeEscrow(em, child.escrow, ({ escrow }) => [
    own,
    { into: 'series_period', rows: [periodOf(series, child, { escrowId: escrow.id, cardEscrowId: null })] },
  ])
  await emailCustomer(em, ctx, { series, child: created, period: child.plan.period })
  return { created, outboxIds }
}

/** A card payment whose page nobody has asked for needs no call of the processor. */
async function writeCard(
  em: Em,
  { series, child, own }: { series: SeriesEntity; child: Extract<ChildDraft, { card: object }>; own: Insert },
): Promise<OpenedChild> {
  const period = periodOf(series, child, { escrowId: null, cardEscrowId: child.card.escrow.id })
  const outboxIds = await insertTogether(em, [own, ...cardRows(child.card), { into: 'series_period', rows: [period] }])
  return { outboxIds }
}

/** What tells the workflow of a series that it was charged. */
export const messagesTo: Readonly<Record<OpenedBy, (series: SeriesEntity) => readonly Enqueued[]>> = {
  creation: (series) => (series.state === 'active' ? [startSeries(series)] : []),
  workflow: () => [],
  sweep: (series) => [signalSeries(series)],
}

type ChildId = Pick<SeriesPeriodEntity, 'escrowId' | 'cardEscrowId'>

const periodOf = (series: SeriesEntity, { plan, ...child }: ChildDraft, id: ChildId): SeriesPeriodEntity => ({
  seriesId: series.id,
  period: plan.period,
  slot: plan.slot.index,
  ...id,
  amountMinor: series.amountMinor,
  currency: series.currency,
  dueAt: plan.slot.at,
  createdAt: child.card ? child.card.payment.createdAt : child.escrow.createdAt,
})

/**
 * Queues the e-mails with the customer's link to a new child, in the transaction that opens it: its token is known to nobody afterwards. The texts are
 * sealed to the role that sends them. The second one is due a day before the child expires, and sent only if that still waits for its money then; a
 * child that lives no longer than a day has none. An e-mail that may not be sent stops nothing: the child shows why.
 */
async function emailCustomer(
  em: Em,
  ctx: EscrowContext,
  { series, child, period }: { series: SeriesEntity; child: CreatedEscrow; period: number },
): Promise<void> {
  const { escrow, tokens } = child
  const { businessId, customerEmail: to, description, currency } = series
  const facts = {
    description,
    period,
    price: formatUnits(series.amountMinor, fiatDecimals[currency]),
    currency,
    amount: formatUnits(escrow.amountUnits, assetOf(escrow.asset).decimals),
    asset: escrow.asset,
    path: `/escrow/manage?id=${escrow.id}&token=${tokens.releaseToken}`,
    endsAt: escrow.expiresAt.toISOString(),
    asksForAddress: awaitsDepositor(escrow),
  } as const
  const { webhookSealingKey, emailLimits } = ctx
  const payer = { to, language: 'en', webhookSealingKey, emailLimits }
  const about = { escrowId: escrow.id }
  const mail = { businessId, payer, usefulUntil: escrow.expiresAt }
  await emailPayer(em, ctx, { ...mail, about, facts: { ...facts, kind: 'escrow_opened' } })
  const dueAt = new Date(escrow.expiresAt.getTime() - DAY_MS)
  if (dueAt <= escrow.createdAt) return
  await emailPayer(em, ctx, { ...mail, about: { ...about, onlyWhile: 'created' }, facts: { ...facts, kind: 'escrow_ending' }, dueAt })
}
