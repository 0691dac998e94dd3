import { tables } from '@gateway/db/tables'
import { findEndpointsDue } from '@gateway/db/webhooks/endpoint-queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import { queues } from '@gateway/workflows/queues'
import { wakeUp } from '../events/publish-events.ts'
import type { RelayContext } from '../outbox/deliver-outbox.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { rooms } from '../rooms.ts'

/**
 * Starts every open object without a workflow run: at boot and every half minute.
 *
 * When the namespace is not the one the runs were started in, Temporal's store was lost, and every open payment is started again.
 *
 * @returns how many stalled payments were repaired.
 */
export async function sweep(ctx: RelayContext): Promise<number> {
  const lost = await noticeLostStore(ctx)
  let told = 0
  if (lost) for (const { restart } of rooms) told += (await restart?.(ctx)) ?? 0
  for (const room of rooms) told += (await room.sweep?.(ctx)) ?? 0
  if (told > 0) ctx.log.warn({ told, lost }, 'repaired stalled payments and escrows')
  const em = ctx.orm.em.fork()
  const endpoints = await findEndpointsDue(em, { now: ctx.clock.now() })
  await enqueue(em, ctx, [...[...ctx.rails.keys()].map(startScanner), ...endpoints.map((endpoint) => wakeUp(endpoint.id))])
  return told
}

/** The message that keeps a chain's scanner running. */
const startScanner = (chain: ChainCode) => ({
  workflowId: scannerWorkflowId(chain),
  message: {
    workflow: 'chainScanner',
    taskQueue: queues.payments,
    args: [{ chain }],
    searchAttributes: { Chain: chain },
    summary: `reads ${chain}`,
    mayRunAgain: true,
  },
})

/** True when Temporal's store is not the one the runs were started in, so that no run is left. @throws when Temporal is away. */
export async function isStoreLost(ctx: RelayContext): Promise<boolean> {
  const { known, identity } = await compareStores(ctx)
  return known !== undefined && known !== identity
}

async function compareStores(ctx: RelayContext): Promise<{ known: string | undefined; identity: string }> {
  const identity = await ctx.temporal.readIdentity()
  const db = tables(ctx.orm.em.fork())
  const known = await db.selectFrom('temporal_epoch').select('identity').where('namespace', '=', 'gateway').executeTakeFirst()
  return { known: known?.identity, identity }
}

async function noticeLostStore(ctx: RelayContext): Promise<boolean> {
  const { known, identity } = await compareStores(ctx)
  if (known === identity) return false
  await tables(ctx.orm.em.fork())
    .insertInto('temporal_epoch')
    .values({ namespace: 'gateway', identity, seenAt: ctx.clock.now() })
    .onConflict((oc) => oc.column('namespace').doUpdateSet({ identity, seenAt: ctx.clock.now() }))
    .execute()
  return known !== undefined
}
