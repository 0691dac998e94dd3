import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { ChainCursorEntity } from './chain-cursor.entity.ts'

/** The cursor of a chain, locked for the rest of the transaction; undefined when another scanner holds the lease. Locks so that a fenced scanner cannot commit. */
export async function lockCursor(em: Em, { chain, lease }: { chain: ChainCode; lease: string }): Promise<ChainCursorEntity | undefined> {
  return tables(em)
    .selectFrom('chain_cursor')
    .selectAll()
    .where('chain', '=', chain)
    .where('lease', '=', lease)
    .forUpdate()
    .executeTakeFirst() as Promise<ChainCursorEntity | undefined>
}

/** The cursor of a chain as it stands. */
export async function findCursor(em: Em, { chain }: { chain: ChainCode }): Promise<ChainCursorEntity | undefined> {
  return tables(em).selectFrom('chain_cursor').selectAll().where('chain', '=', chain).executeTakeFirst() as Promise<
    ChainCursorEntity | undefined
  >
}

/** The oldest block in the ring of a chain: no reorganisation that the gateway can follow goes deeper. Undefined before the chain was read. */
export const findOldestBlock = (em: Em, { chain }: { chain: ChainCode }) =>
  tables(em).selectFrom('chain_block').select(['height', 'hash']).where('chain', '=', chain).orderBy('height').limit(1).executeTakeFirst()

/** Nodes that are refused, by chain. */
export const listRefusedNodes = (em: Em) => tables(em).selectFrom('refused_node').selectAll().orderBy('chain').execute()

/** How each chain is being read, by its code. */
export const listCursors = (em: Em) =>
  tables(em)
    .selectFrom('chain_cursor')
    .select(['chain', 'network', 'height', 'headHeight', 'finalizedHeight', 'caughtUpAt', 'updatedAt', 'problem', 'problemSince'])
    .orderBy('chain')
    .execute()

/** How far each chain has been read: what confirmations are counted against. */
export async function findViews(em: Em): Promise<Map<ChainCode, Pick<ChainView, 'height' | 'finalizedHeight'>>> {
  const text = 'SELECT chain, height, finalized_height AS "finalizedHeight" FROM chain_cursor'
  const rows = await runStatement<Pick<ChainCursorEntity, 'chain' | 'height' | 'finalizedHeight'>>(em, text, [])
  return new Map(rows.map((row) => [row.chain, { height: row.height, finalizedHeight: row.finalizedHeight ?? undefined }]))
}

/** When the oldest of our addresses on a chain was given out; undefined when there is none. */
export async function findOldestPayoutTerms(em: Em, { chain }: { chain: ChainCode }): Promise<Date | undefined> {
  const row = await tables(em)
    .selectFrom('payout_terms')
    .select('createdAt')
    .where('chain', '=', chain)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}
