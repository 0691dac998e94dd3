import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** True of a database that no signer has used. It may hold payments, because not every chain needs a signer for that. */
export async function isFirstStart({ orm }: Pick<Context, 'orm'>): Promise<boolean> {
  const { rows } = await sql<{
    used: boolean
  }>`SELECT EXISTS (SELECT FROM address_pool) OR EXISTS (SELECT FROM spend_attempt) AS used`.execute(tables(orm.em.fork()))
  return rows[0]?.used === false
}
