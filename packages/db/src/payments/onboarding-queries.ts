import { completedStates } from '@gateway/domain/payments/machine'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { BusinessPayments } from './portal-queries.ts'

/** Which of its first steps a business has done that leave rows. */
export interface FirstSteps {
  readonly webhookAnswered: boolean
  readonly keyUsed: boolean
  readonly paymentCreated: boolean
  readonly paymentPaid: boolean
}

/** Looks for one row of each kind. Keys are the api's alone to read. */
export async function findFirstSteps(em: Em, { merchantId, businessId, mode }: BusinessPayments): Promise<FirstSteps> {
  const own = sql`business_id = ${businessId}::uuid`
  const payments = sql`SELECT FROM payment WHERE ${own} AND merchant_id = ${merchantId}::uuid AND mode = ${mode}`
  const endpoint = sql`endpoint_id = (SELECT id FROM webhook_endpoint WHERE ${own})`
  const { rows } = await sql<FirstSteps>`SELECT
      EXISTS (SELECT FROM delivery WHERE ${endpoint} AND state = 'delivered')
        OR EXISTS (SELECT FROM webhook_test WHERE ${endpoint} AND state = 'delivered') AS "webhookAnswered",
      EXISTS (SELECT FROM api_key WHERE ${own} AND last_used_at IS NOT NULL) AS "keyUsed",
      EXISTS (${payments}) AS "paymentCreated",
      EXISTS (${payments} AND state IN (${sql.join(completedStates.map((state) => sql.lit(state)))})) AS "paymentPaid"`.execute(tables(em))
  const [steps] = rows
  if (!steps) throw new Error('a statement without a table has a row')
  return steps
}
