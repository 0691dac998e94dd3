import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** The days on which invoices were created, both included, each as the moment it begins in UTC. */
export interface CreatedDays {
  readonly createdFrom?: Date | undefined
  readonly createdTo?: Date | undefined
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** The day on which an invoice was created, where its business is. */
const ownDay = sql`(invoice.created_at AT TIME ZONE (SELECT home.time_zone FROM business home WHERE home.id = invoice.business_id))::date`

/** True of invoices of these days of their business. No place is a day away from UTC, so an index finds those that may be. */
export const createdWithin = ({ createdFrom, createdTo }: CreatedDays): RawBuilder<SqlBool>[] => [
  ...(createdFrom ? [sql<SqlBool>`invoice.created_at >= ${after(createdFrom, -1)} AND ${ownDay} >= ${dayOf(createdFrom)}`] : []),
  ...(createdTo ? [sql<SqlBool>`invoice.created_at < ${after(createdTo, 2)} AND ${ownDay} <= ${dayOf(createdTo)}`] : []),
]

const after = (day: Date, days: number): RawBuilder<unknown> => sql`${new Date(day.getTime() + days * DAY_MS)}::timestamptz`

const dayOf = (day: Date): RawBuilder<unknown> => sql`(${day}::timestamptz AT TIME ZONE 'UTC')::date`
