import type { ChainNode } from '@gateway/chains/rail'
import { findCursor, lockCursor } from '@gateway/db/chainwatch/queries'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { LeaseLost } from '@gateway/domain/chainwatch/errors'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'

/** Proof that this scanner, and no earlier one, may write about a chain. */
export interface Lease {
  readonly chain: ChainCode
  readonly lease: string
}

/**
 * Takes a chain over: every earlier scanner of it is fenced off and can write nothing any more.
 *
 * A chain seen for the first time is read from the node's present head on; addresses are younger than that.
 */
export async function takeLease(ctx: Context, node: ChainNode): Promise<Lease> {
  const { chain } = node.rail
  const lease = ctx.ids.uuid()
  const known = await findCursor(ctx.orm.em.fork(), { chain })
  const head = known ? undefined : await node.readHead()
  await transaction(ctx, async (em) => {
    const now = ctx.clock.now()
    if (head) await startCursor(em, { chain, network: node.rail.network, head, now })
    await tables(em).updateTable('chain_cursor').set({ lease, leasedAt: now, updatedAt: now }).where('chain', '=', chain).execute()
  })
  return { chain, lease }
}

/** The cursor, locked for this transaction. @throws {LeaseLost} when another scanner has taken over. */
export async function holdCursor(em: Em, { chain, lease }: Lease): Promise<ChainCursorEntity> {
  const cursor = await lockCursor(em, { chain, lease })
  if (!cursor) throw new LeaseLost(chain)
  return cursor
}

async function startCursor(
  em: Em,
  start: { chain: ChainCode; network: string; head: { height: number; hash: string; finalizedHeight: number | undefined }; now: Date },
): Promise<void> {
  const { chain, network, head, now } = start
  await tables(em)
    .insertInto('chain_cursor')
    .values({
      chain,
      network,
      height: head.height,
      hash: head.hash,
      headHeight: head.height,
      finalizedHeight: head.finalizedHeight ?? null,
      lease: null,
      leasedAt: null,
      caughtUpAt: null,
      fees: null,
      feesAt: null,
      problem: null,
      problemSince: null,
      updatedAt: now,
    })
    .onConflict((oc) => oc.column('chain').doNothing())
    .execute()
  await tables(em)
    .insertInto('chain_block')
    .values({ chain, height: head.height, hash: head.hash, at: now })
    .onConflict((oc) => oc.columns(['chain', 'height']).doNothing())
    .execute()
}
