import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** What the ledger says that the platform holds on chains, by asset, in base units. */
export async function findTreasuryBalances(em: Em): Promise<{ asset: AssetCode; units: bigint }[]> {
  const { rows } = await sql<{ asset: AssetCode; units: string }>`SELECT asset, (-sum(bal))::text AS units FROM account
    WHERE code = 'chain:treasury' AND mode = 'live' GROUP BY asset ORDER BY asset`.execute(tables(em))
  return rows.map(({ asset, units }) => ({ asset, units: BigInt(units) }))
}

/** The platform's own addresses on a chain, as the scanner reads them. */
export async function findTreasuryAddresses(em: Em, { chain }: { chain: ChainCode }): Promise<string[]> {
  const own = tables(em).selectFrom('watched_address').select('address').where('chain', '=', chain).where('subject', '=', 'treasury')
  return (await own.orderBy('address').execute()).map(({ address }) => address)
}

/** How many deposit addresses of a chain's pool are free. */
export async function countFreeAddresses(em: Em, { chain }: { chain: ChainCode }): Promise<number> {
  const free = tables(em).selectFrom('address_pool').where('chain', '=', chain).where('claimedBy', 'is', null)
  const { count } = await free.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}
