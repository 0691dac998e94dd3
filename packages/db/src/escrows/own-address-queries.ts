import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** True for an address that this deployment watches or keeps for a later object. `key` is its spelling among the watched ones. */
export async function holdsOwnAddress(
  em: Em,
  { chain, address, key }: { chain: ChainCode; address: string; key: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT
      EXISTS (SELECT FROM watched_address WHERE watched_address.chain = ${chain} AND watched_address.address = ${key})
      OR EXISTS (SELECT FROM address_pool WHERE address_pool.chain = ${chain} AND address_pool.address = ${address}) AS found`.execute(
    tables(em),
  )
  return rows[0]?.found === true
}
