import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { PoolAddressEntity } from './pool-address.entity.ts'

/**
 * Claims the next free addresses of a chain for some objects, one each and for life; fewer when the pool runs empty.
 *
 * SKIP LOCKED: callers that run side by side take different addresses instead of waiting for each other.
 */
export async function claimPoolAddresses(
  em: Em,
  { chain, claimedBy }: { chain: ChainCode; claimedBy: readonly string[] },
): Promise<(PoolAddressEntity & { claimedBy: string })[]> {
  const { rows } = await sql<PoolAddressEntity & { claimedBy: string }>`
    WITH free AS (
      SELECT generation, idx FROM address_pool WHERE chain = ${chain} AND claimed_by IS NULL
      ORDER BY generation, idx LIMIT ${claimedBy.length} FOR UPDATE SKIP LOCKED
    ), numbered AS (
      SELECT generation, idx, row_number() OVER (ORDER BY generation, idx) AS number FROM free
    )
    UPDATE address_pool AS pool SET claimed_by = (${claimedBy}::uuid[])[numbered.number]
    FROM numbered WHERE pool.chain = ${chain} AND pool.generation = numbered.generation AND pool.idx = numbered.idx
    RETURNING pool.chain, pool.generation, pool.idx, pool.address, pool.sig, pool.claimed_by AS "claimedBy"`.execute(tables(em))
  return rows
}

/** Those of some chains whose pool has a free address. */
export async function findChainsWithAddresses(em: Em, { chains }: { chains: readonly ChainCode[] }): Promise<ReadonlySet<ChainCode>> {
  const { rows } = await sql<{ chain: ChainCode }>`SELECT asked.chain FROM unnest(${chains}::text[]) AS asked (chain)
    WHERE EXISTS (SELECT FROM address_pool AS pool WHERE pool.chain = asked.chain AND claimed_by IS NULL)`.execute(tables(em))
  return new Set(rows.map(({ chain }) => chain))
}

/** How many addresses of a chain are free, and the next index of a generation. */
export async function readPool(
  em: Em,
  { chain, generation }: { chain: ChainCode; generation: number },
): Promise<{ free: number; nextIdx: number }> {
  const { rows } = await sql<{ free: number; next: number }>`
    SELECT (SELECT count(*)::int FROM address_pool WHERE chain = ${chain} AND claimed_by IS NULL) AS free,
      (SELECT coalesce(max(idx) + 1, 0)::int FROM address_pool WHERE chain = ${chain} AND generation = ${generation}) AS next`.execute(
    tables(em),
  )
  return { free: rows[0]?.free ?? 0, nextIdx: rows[0]?.next ?? 0 }
}
