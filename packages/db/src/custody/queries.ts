import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { PoolAddressEntity } from './pool-address.entity.ts'

/**
 * Claims the next free address of a chain for an object, for life; undefined when the pool is empty.
 *
 * SKIP LOCKED: callers that run side by side take different addresses instead of waiting for each other.
 */
export async function claimPoolAddress(em: Em, { chain, claimedBy }: { chain: ChainCode; claimedBy: string }): Promise<PoolAddressEntity | undefined> {
  return tables(em)
    .updateTable('address_pool')
    .set({ claimedBy })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('chain', 'generation', 'idx'),
        'in',
        selectFrom('address_pool as free')
          .select(['free.chain', 'free.generation', 'free.idx'])
          .where('free.chain', '=', chain)
          .where('free.claimedBy', 'is', null)
          .orderBy('free.generation')
          .orderBy('free.idx')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('chain', 'generation', 'idx'),
      ),
    )
    .returningAll()
    .executeTakeFirst() as Promise<PoolAddressEntity | undefined>
}

/** How many addresses of a chain are free, and the next index of a generation. */
export async function readPool(em: Em, { chain, generation }: { chain: ChainCode; generation: number }): Promise<{ free: number; nextIdx: number }> {
  const { rows } = await sql<{ free: number; next: number }>`
    SELECT count(*) FILTER (WHERE claimed_by IS NULL)::int AS free, coalesce(max(idx) FILTER (WHERE generation = ${generation}) + 1, 0)::int AS next
    FROM address_pool WHERE chain = ${chain}`.execute(tables(em))
  return { free: rows[0]?.free ?? 0, nextIdx: rows[0]?.next ?? 0 }
}
