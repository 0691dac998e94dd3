import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The customer of a series as its children know it. */
export interface Customer {
  readonly email: string
  /** What the merchant called the series. */
  readonly description: string | null
  readonly period: number
}

/** The customer whose escrow it is; undefined for an escrow that is no child of a series. */
export const findCustomer = (em: Em, { escrowId }: { escrowId: string }): Promise<Customer | undefined> =>
  tables(em)
    .selectFrom('series_period')
    .innerJoin('series', 'series.id', 'series_period.seriesId')
    .select(['series.customerEmail as email', 'series.description', 'series_period.period'])
    .where('series_period.escrowId', '=', escrowId)
    .executeTakeFirst()
