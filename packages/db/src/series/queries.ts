import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'
import type { SeriesState } from '@gateway/domain/series/series-machine'
import { sql } from 'kysely'
import { isNoneOf, type SweptPage } from '../kernel/page.ts'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import { updateTogether } from '../kernel/update-together.ts'
import type { EscrowEntity } from '../escrows/escrow.entity.ts'
import { isWithheld } from '../escrows/withheld-queries.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { SeriesEntity } from './series.entity.ts'
import type { SeriesPeriodEntity } from './series-period.entity.ts'

/** Whose series a caller may see: a merchant's in one mode, or those of one of its businesses. */
export interface SeriesScope {
  readonly merchantId: MerchantId
  readonly mode: Mode
  readonly businessId?: BusinessId | undefined
}

/** One series within a scope. */
export const findSeries = (em: Em, { id, ...scope }: SeriesScope & { id: string }): Promise<SeriesEntity | undefined> =>
  inScope(em, scope).selectAll().where('id', '=', id).executeTakeFirst() as Promise<SeriesEntity | undefined>

/** The same, locked FOR UPDATE: commands and ticks of one series follow one another. */
export const lockOwnSeries = (em: Em, { id, ...scope }: SeriesScope & { id: string }): Promise<SeriesEntity | undefined> =>
  inScope(em, scope).selectAll().where('id', '=', id).forUpdate().executeTakeFirst() as Promise<SeriesEntity | undefined>

/** Any series, for the clock, which is every tenant's. */
export const readSeries = (em: Em, { id }: { id: string }): Promise<SeriesEntity | undefined> =>
  tables(em).selectFrom('series').selectAll().where('id', '=', id).executeTakeFirst() as Promise<SeriesEntity | undefined>

/** The same, locked FOR UPDATE unless another transaction has it: who has it is doing the same work. */
export const lockFreeSeries = (em: Em, { id }: { id: string }): Promise<SeriesEntity | undefined> =>
  tables(em).selectFrom('series').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst() as Promise<
    SeriesEntity | undefined
  >

/** A page of series, newest first, and how many there are in all. */
export async function listSeries(
  em: Em,
  { status, bounds, ...scope }: SeriesScope & { status?: SeriesState | undefined; bounds: PageBounds },
): Promise<{ rows: SeriesEntity[]; total: number }> {
  const own = inScope(em, scope)
  const all = status === undefined ? own : own.where('state', '=', status)
  const { rows, total } = await readPage({ shown: all.selectAll(), all }, bounds)
  return { rows: rows as SeriesEntity[], total }
}

function inScope(em: Em, { merchantId, mode, businessId }: SeriesScope) {
  const own = tables(em).selectFrom('series').where('merchantId', '=', merchantId).where('mode', '=', mode)
  return businessId === undefined ? own : own.where('businessId', '=', businessId)
}

/** A child of a series with the shown columns of its escrow. */
export type SeriesChild = Omit<SeriesPeriodEntity, 'slot'> & Pick<EscrowEntity, 'state' | 'amountUnits' | 'asset' | 'address'>

/** The children of a series, in the order of their periods. */
export const findChildren = (em: Em, { seriesId }: { seriesId: string }): Promise<SeriesChild[]> =>
  tables(em)
    .selectFrom('series_period')
    .innerJoin('escrow', 'escrow.id', 'series_period.escrowId')
    .select(['series_period.seriesId', 'series_period.period', 'series_period.escrowId as escrowId', 'series_period.amountMinor'])
    .select(['series_period.currency', 'series_period.dueAt', 'series_period.createdAt'])
    .select(['escrow.state', 'escrow.amountUnits', 'escrow.asset'])
    .select(sql<string | null>`CASE WHEN ${isWithheld} THEN NULL ELSE escrow.address END`.as('address'))
    .where('series_period.seriesId', '=', seriesId)
    .orderBy('series_period.period')
    .execute()

/** Series that are due `now`: since `missedBefore`, or tried before and put off until now. */
interface DueSeries extends Omit<SweptPage, 'after'> {
  readonly now: Date
  readonly missedBefore: Date
}

/** Ids of series that are due, the longest due first. */
export async function findDueSeries(em: Em, { now, missedBefore, limit, except }: DueSeries): Promise<string[]> {
  const due = tables(em)
    .selectFrom('series')
    .select('id')
    .where('tryAt', '<=', now)
    .where((eb) => eb.or([eb('nextChargeAt', '<=', missedBefore), eb('tryAt', '>', eb.ref('nextChargeAt'))]))
    .where(isNoneOf(sql`series.id`, except))
  const rows = await due.orderBy('tryAt').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/** Puts off the next trial of a series that is still due as it was when it was tried. */
export async function postponeSeries(em: Em, { id, stateVersion, tryAt }: Pick<SeriesEntity, 'id' | 'stateVersion'> & { tryAt: Date }) {
  await tables(em)
    .updateTable('series')
    .set({ tryAt })
    .where('id', '=', id)
    .where('stateVersion', '=', stateVersion)
    .where(sql<boolean>`next_charge_at IS NOT NULL`)
    .execute()
}

const moved = ['state', 'nextChargeAt', 'tryAt', 'eventSequence', 'stateVersion', 'updatedAt'] as const
const commanded = [...moved, 'amountMinor', 'interval', 'anchorSlot', 'anchorLocalTime'] as const
const charged = [...moved, 'periodsCompleted', 'latestSlot'] as const

/** Writes back a locked series after a command. Its parties, currency, coin and children are never touched. */
export const saveCommanded = (em: Em, series: SeriesEntity): Promise<void> =>
  updateTogether(em, { table: 'series', columns: commanded, rows: [series] })

/** Writes back a locked series after a child; its terms are never touched. */
export const saveCharged = (em: Em, series: SeriesEntity): Promise<void> =>
  updateTogether(em, { table: 'series', columns: charged, rows: [series] })
