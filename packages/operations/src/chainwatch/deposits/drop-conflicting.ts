import type { Block } from '@gateway/chains/rail/block'
import { spentInputs } from '@gateway/db/chainwatch/spent-inputs'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import { dropUnconfirmed } from './drop-unconfirmed.ts'
import { findConflictingSpends } from './find-conflicting-spends.ts'
import type { Touched } from './record-deposits.ts'

/** A block, with the time of recording. */
interface Conflicting {
  readonly chain: ChainCode
  readonly block: Block
  readonly at: Date
}

/**
 * Drops unconfirmed deposits whose inputs this block spends in other transactions, before its own deposits are recorded, so that one coin never
 * counts twice, even with a stale mempool.
 *
 * @returns the objects that lost deposits.
 */
export async function dropConflicting(em: Em, { chain, block, at }: Conflicting): Promise<Touched[]> {
  return dropUnconfirmed(em, { chain, at, block, txIds: await noteRivals(em, chain, block) })
}

/**
 * Records the block in which a conflicting transaction consumed an input of one of our deposits.
 *
 * @returns the transactions of those deposits.
 */
async function noteRivals(em: Em, chain: ChainCode, { height, inputs }: Block): Promise<string[]> {
  const rivals = await findConflictingSpends(em, chain, inputs)
  if (rivals.length === 0) return []
  await sql`UPDATE deposit_input SET rival_height = ${height}
    FROM ${spentInputs(rivals.map(({ rivalOf, ...input }) => ({ ...input, txId: rivalOf })))}
    WHERE deposit_input.chain = ${chain} AND deposit_input.resource = spent.resource AND deposit_input.sequence = spent.sequence
      AND deposit_input.tx_id = spent.tx_id`.execute(tables(em))
  return [...new Set(rivals.map(({ rivalOf }) => rivalOf))]
}
