import { completedStates } from '@gateway/domain/payments/machine'
import { type RawBuilder, sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import { type BusinessPayments, ownedBy } from './portal-queries.ts'

/** Which of its first steps a business has done that leave rows. */
export interface FirstSteps {
  readonly webhookAnswered: boolean
  readonly keyUsed: boolean
  readonly paymentCreated: boolean
  readonly paymentPaid: boolean
}

/** Looks for the first row of each kind, by an index in its order. Keys are the api's alone to read. */
export async function findFirstSteps(em: Em, scope: BusinessPayments): Promise<FirstSteps> {
  const own = sql`business_id = ${scope.businessId}::uuid`
  const payments = sql`payment WHERE ${ownedBy(scope)}`
  const delivered = sql`endpoint_id = (SELECT id FROM webhook_endpoint WHERE ${own}) AND state = 'delivered'`
  const paid = completedStates.map((state) => isThere(sql`${payments} AND state = ${sql.lit(state)}`))
  const { rows } = await sql<FirstSteps>`SELECT
      ${isThere(sql`delivery WHERE ${delivered}`)} OR ${isThere(sql`webhook_test WHERE ${delivered}`)} AS "webhookAnswered",
      ${isThere(sql`api_key WHERE ${own} AND last_used_at IS NOT NULL`)} AS "keyUsed",
      ${isThere(payments)} AS "paymentCreated",
      ${sql.join(paid, sql` OR `)} AS "paymentPaid"`.execute(tables(em))
  const [steps] = rows
  if (!steps) throw new Error('a statement without a table has a row')
  return steps
}

/** Not EXISTS, which ignores the order: without it a table is read from its beginning, where other tenants' rows are. */
const isThere = (rows: RawBuilder<unknown>) => sql`(SELECT true FROM ${rows} ORDER BY created_at LIMIT 1) IS TRUE`
