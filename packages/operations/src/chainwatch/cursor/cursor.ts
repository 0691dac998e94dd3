import { ChainUnavailable } from '@gateway/chains/errors'
import type { Block, Head } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { findCursor, findOldestPayoutTerms, lockCursor } from '@gateway/db/chainwatch/cursor-queries'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { LeaseLost } from '@gateway/domain/chainwatch/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { batchSourceOf } from '../source/batch-source.ts'

/** Proof that this scanner, and no earlier one, may write about a chain. */
export interface Lease {
  readonly chain: ChainCode
  readonly lease: string
}

/**
 * Takes over a chain; earlier scanners are fenced off and can no longer write.
 *
 * A new chain is read from below its open payments, and from some blocks below the head.
 */
export async function takeLease(ctx: Context, node: ChainNode): Promise<Lease> {
  const { chain } = node.rail
  const lease = ctx.ids.uuid()
  const known = await findCursor(ctx.orm.em.fork(), { chain })
  const start = known ? undefined : await chooseStart(ctx, node)
  await transaction(ctx, async (em) => {
    const now = ctx.clock.now()
    if (start) await startCursor(em, { chain, network: node.rail.network, hasTag: node.rail.finalDepth === undefined, ...start, now })
    await tables(em).updateTable('chain_cursor').set({ lease, leasedAt: now, updatedAt: now }).where('chain', '=', chain).execute()
  })
  return { chain, lease }
}

const FIRST_DEPTH = 20

interface Start {
  readonly head: Head
  readonly block: Pick<Block, 'height' | 'hash' | 'at'>
}

/** The first block to read: deep enough to find the ancestor of a common reorg, and older than our oldest address. */
async function chooseStart(ctx: Context, node: ChainNode): Promise<Start> {
  const head = await node.readHead()
  const oldest = await findOldestPayoutTerms(ctx.orm.em.fork(), { chain: node.rail.chain })
  const source = batchSourceOf(node)
  for (let height = Math.max(0, head.height - FIRST_DEPTH); ; height = Math.max(0, height - node.rail.ringSize)) {
    const block = await source.readUpTo(height)
    if (!block) throw new ChainUnavailable(node.rail.chain, `it has no block ${height}`)
    if (height === 0 || oldest === undefined || block.at < oldest) return { head, block }
  }
}

/** The cursor, locked for this transaction. @throws {LeaseLost} when another scanner has taken over. */
export async function holdCursor(em: Em, { chain, lease }: Lease): Promise<ChainCursorEntity> {
  const cursor = await lockCursor(em, { chain, lease })
  if (!cursor) throw new LeaseLost(chain)
  return cursor
}

/**
 * The cursor of a chain without its lease, locked for this transaction so that the scanner waits. Only for writes that do not move the cursor.
 *
 * @throws {NotFound} when the chain was never read.
 */
export async function lockChain(em: Em, chain: ChainCode): Promise<ChainCursorEntity> {
  const cursor = await tables(em).selectFrom('chain_cursor').selectAll().where('chain', '=', chain).forUpdate().executeTakeFirst()
  if (!cursor) throw new NotFound('chain')
  // The row has the columns of its entity.
  return cursor as ChainCursorEntity
}

async function startCursor(em: Em, start: Start & { chain: ChainCode; network: string; hasTag: boolean; now: Date }): Promise<void> {
  const { chain, network, hasTag, head, block, now } = start
  await tables(em)
    .insertInto('chain_cursor')
    .values({
      ...freshCursor,
      chain,
      network,
      height: block.height,
      hash: block.hash,
      headHeight: head.height,
      finalizedHeight: head.finalizedHeight ?? null,
      finalizedHighest: head.finalizedHeight ?? null,
      finalizedSince: hasTag ? now : null,
      updatedAt: now,
    })
    .onConflict((oc) => oc.column('chain').doNothing())
    .execute()
  await tables(em)
    .insertInto('chain_block')
    .values({ chain, height: block.height, hash: block.hash, at: block.at })
    .onConflict((oc) => oc.columns(['chain', 'height']).doNothing())
    .execute()
}

const freshCursor = {
  lease: null,
  leasedAt: null,
  caughtUpAt: null,
  knownUntil: null,
  fees: null,
  feesAt: null,
  problem: null,
  problemSince: null,
} as const
