import { OtherHistory, refusesNode } from '@gateway/chains/errors'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { pausePayouts } from '../custody/pauses/pause-payouts.ts'
import type { Context } from '../kernel/context.ts'

/**
 * Raises an alarm for a node that must not be listened to, and shows readiness and operators why; any other error is none of its business. Another
 * history also pauses the chain's payouts until operators decide.
 */
export async function refuseNode(ctx: Context, chain: ChainCode, error: unknown): Promise<void> {
  if (!refusesNode(error)) return
  const reason = error.message
  const isNew = await recordRefusal(ctx, { chain, reason })
  if (isNew) ctx.log.error({ alarm: 'node_refused', chain, reason }, 'node refused, the chain has stopped')
  if (error instanceof OtherHistory) await pausePayouts(ctx, { scope: `chain:${chain}`, reason, by: 'watcher' })
}

/** The node is listened to again. */
export async function acceptNode(ctx: Pick<Context, 'orm'>, chain: ChainCode): Promise<void> {
  await tables(ctx.orm.em.fork()).deleteFrom('refused_node').where('chain', '=', chain).execute()
}

/** True when the node was not refused for this reason before. */
async function recordRefusal(ctx: Context, { chain, reason }: { chain: ChainCode; reason: string }): Promise<boolean> {
  const row = await tables(ctx.orm.em.fork())
    .insertInto('refused_node')
    .values({ chain, reason, since: ctx.clock.now() })
    .onConflict((oc) => oc.column('chain').doUpdateSet({ reason }).where('refused_node.reason', '<>', reason))
    .returning('chain')
    .executeTakeFirst()
  return row !== undefined
}
