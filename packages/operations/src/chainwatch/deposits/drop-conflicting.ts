import type { Block } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { dropUnconfirmed } from './drop-unconfirmed.ts'
import { findConflictingSpends } from './find-conflicting-spends.ts'
import type { Touched } from './record-deposits.ts'

/** A block, and when it is recorded. */
interface Conflicting {
  readonly chain: ChainCode
  readonly block: Block
  readonly at: Date
}

/**
 * Takes unconfirmed deposits away whose inputs a block spends in other transactions, before what the block pays is recorded: one coin never counts
 * twice, whether or not the mempool has been read since.
 *
 * @returns the objects whose deposits are gone by it.
 */
export async function dropConflicting(em: Em, { chain, block, at }: Conflicting): Promise<Touched[]> {
  return dropUnconfirmed(em, { chain, at, block, txIds: await noteRivals(em, chain, block) })
}

/**
 * Remembers in which block a rival transaction consumed what one of our deposits needs.
 *
 * @returns the transactions of those deposits.
 */
async function noteRivals(em: Em, chain: ChainCode, { height, binds }: Block): Promise<string[]> {
  const rivals = await findConflictingSpends(em, chain, binds)
  if (rivals.length === 0) return []
  await sql`UPDATE deposit_bind SET rival_height = ${height}
    FROM unnest(${rivals.map(({ bind }) => bind)}::text[], ${rivals.map(({ rivalOf }) => rivalOf)}::text[]) AS needed (bind, tx_id)
    WHERE deposit_bind.chain = ${chain} AND deposit_bind.bind = needed.bind AND deposit_bind.tx_id = needed.tx_id`.execute(tables(em))
  return [...new Set(rivals.map(({ rivalOf }) => rivalOf))]
}
