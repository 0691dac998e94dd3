import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'

/**
 * Retires free pool addresses for ever by claiming them for nobody; only those below a generation when one is given.
 *
 * @returns how many were retired.
 */
export async function retireAddresses(em: Em, { belowGeneration }: { belowGeneration?: number }): Promise<number> {
  const older = belowGeneration === undefined ? sql`true` : sql`generation < ${belowGeneration}`
  const { numAffectedRows } =
    await sql`UPDATE address_pool SET claimed_by = gen_random_uuid() WHERE claimed_by IS NULL AND ${older}`.execute(tables(em))
  return Number(numAffectedRows ?? 0n)
}
