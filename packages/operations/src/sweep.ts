import { tables } from '@gateway/db/tables'
import { findEndpointsDue } from '@gateway/db/webhooks/queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import { queues } from '@gateway/workflows/queues'
import { restartPayments, sweepPayments } from './payments/sweep-payments.ts'
import { wakeUp } from './announce.ts'
import type { RelayContext } from './outbox/deliver-outbox.ts'
import { enqueue } from './outbox/enqueue.ts'

/**
 * Starts whatever is neither ended nor held and has no run: at boot and every half minute.
 *
 * When the namespace is not the one that the runs were started in, Temporal's store was lost, and every open payment is told anew.
 */
export async function sweep(ctx: RelayContext): Promise<void> {
  const lost = await noticeLostStore(ctx)
  const told = (lost ? await restartPayments(ctx) : 0) + (await sweepPayments(ctx))
  if (told > 0) ctx.log.warn({ told, lost }, 'payments were moved on')
  const em = ctx.orm.em.fork()
  const endpoints = await findEndpointsDue(em, { now: ctx.clock.now() })
  await enqueue(em, ctx, [...[...ctx.rails.keys()].map(startScanner), ...endpoints.map((endpoint) => wakeUp(endpoint.id))])
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

async function noticeLostStore(ctx: RelayContext): Promise<boolean> {
  const identity = await ctx.temporal.readIdentity()
  const em = ctx.orm.em.fork()
  const known = await tables(em).selectFrom('temporal_epoch').selectAll().where('namespace', '=', 'gateway').executeTakeFirst()
  if (known?.identity === identity) return false
  await tables(em)
    .insertInto('temporal_epoch')
    .values({ namespace: 'gateway', identity, seenAt: ctx.clock.now() })
    .onConflict((oc) => oc.column('namespace').doUpdateSet({ identity, seenAt: ctx.clock.now() }))
    .execute()
  return known !== undefined
}
