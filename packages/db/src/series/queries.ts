import { sql } from 'kysely'
import type { CardEscrowState } from '@gateway/domain/cards/escrow-machine'
import { owned } from '../kernel/owned.ts'
import { isNoneOf, type SweptPage } from '../kernel/page.ts'
import type { EscrowEntity } from '../escrows/escrow.entity.ts'
import { isWithheld } from '../escrows/withheld-queries.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { SeriesEntity } from './series.entity.ts'
import type { SeriesPeriodEntity } from './series-period.entity.ts'

const terms = ['amountMinor', 'interval', 'anchorSlot', 'anchorLocalTime'] as const
const parties = [
  'paymentMethod',
  'customerEmail',
  'description',
  'currency',
  'asset',
  'maxPeriods',
  'beneficiaryAddress',
  'depositorAddress',
  'processorAccountId',
] as const

/** Series as commands read and change them: never their parties, currency, coin and children. */
export const ownSeries = owned('series', { frozen: [...parties, 'periodsCompleted', 'latestSlot'] })

/** Series as a child changes them: never their terms. */
export const chargedSeries = owned('series', { frozen: [...parties, ...terms] })

/** Any series, for the clock, which is every tenant's. */
export const readSeries = (em: Em, { id }: { id: string }): Promise<SeriesEntity | undefined> =>
  tables(em).selectFrom('series').selectAll().where('id', '=', id).executeTakeFirst() as Promise<SeriesEntity | undefined>

/** The same, locked FOR UPDATE unless another transaction has it: who has it is doing the same work. */
export const lockFreeSeries = (em: Em, { id }: { id: string }): Promise<SeriesEntity | undefined> =>
  tables(em).selectFrom('series').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst() as Promise<
    SeriesEntity | undefined
  >

/** A child of a series with what is shown of its escrow: of coins, or of a card payment. */
export interface SeriesChild extends Omit<SeriesPeriodEntity, 'slot' | 'escrowId' | 'cardEscrowId'> {
  readonly escrowId: string
  readonly state: EscrowEntity['state'] | CardEscrowState
  readonly amountUnits: bigint | null
  readonly asset: EscrowEntity['asset'] | null
  readonly address: string | null
  /** Where a card child is paid. */
  readonly checkoutUrl: string | null
}

/** The children of a series, in the order of their periods. */
export const findChildren = (em: Em, { seriesId }: { seriesId: string }): Promise<SeriesChild[]> =>
  tables(em)
    .selectFrom('series_period')
    .leftJoin('escrow', 'escrow.id', 'series_period.escrowId')
    .leftJoin('card_escrow', 'card_escrow.id', 'series_period.cardEscrowId')
    .leftJoin('card_payment', 'card_payment.id', 'card_escrow.paymentId')
    .select(['series_period.seriesId', 'series_period.period', 'series_period.amountMinor'])
    .select(['series_period.currency', 'series_period.dueAt', 'series_period.createdAt'])
    .select(['escrow.amountUnits', 'escrow.asset', 'card_payment.checkoutUrl'])
    .select(sql<string>`coalesce(escrow.id, card_escrow.id)`.as('escrowId'))
    .select(sql<SeriesChild['state']>`coalesce(escrow.state, card_escrow.state)`.as('state'))
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
