import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'

/**
 * Takes free addresses out of the pool for ever, by a claim that belongs to nobody; those below a generation only, where one is named.
 *
 * @returns how many there were.
 */
export async function retireAddresses(em: Em, { belowGeneration }: { belowGeneration?: number }): Promise<number> {
  const older = belowGeneration === undefined ? sql`true` : sql`generation < ${belowGeneration}`
  const { numAffectedRows } =
    await sql`UPDATE address_pool SET claimed_by = gen_random_uuid() WHERE claimed_by IS NULL AND ${older}`.execute(tables(em))
  return Number(numAffectedRows ?? 0n)
}
