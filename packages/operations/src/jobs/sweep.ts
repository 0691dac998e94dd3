import { tables } from '@gateway/db/tables'
import { findEndpointsDue } from '@gateway/db/webhooks/endpoint-queries'
import { messageOf } from '@gateway/domain/kernel/error'
import type { ChainCode } from '@gateway/domain/money/asset'
import { scannerWorkflowId } from '@gateway/workflows/chainwatch/signals'
import { queues } from '@gateway/workflows/queues'
import { wakeUp } from '../events/publish-events.ts'
import type { RelayContext } from '../outbox/deliver-outbox.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { rooms } from '../rooms.ts'

/** The identity of Temporal's store, and of the one the runs were started in. */
interface Stores {
  readonly known: string | undefined
  readonly identity: string
}

/**
 * Lets every room go on with what has stalled, and starts every open object without a workflow run: at boot and every half minute.
 *
 * The rooms need no Temporal and go first. When the namespace is not the one the runs were started in, Temporal's store was lost, and every open
 * payment is started again. While Temporal is away no run is started or woken: the messages would pile up, and the sweep after its return sends them.
 *
 * @returns how many stalled payments were repaired.
 */
export async function sweep(ctx: RelayContext): Promise<number> {
  let told = await everyRoom(ctx, 'sweep')
  const stores = await compareStores(ctx)
  const lost = stores !== undefined && isOther(stores)
  if (lost) told += await everyRoom(ctx, 'restart')
  if (told > 0) ctx.log.warn({ told, lost }, 'repaired stalled payments and escrows')
  if (!stores) return told
  await keepIdentity(ctx, stores)
  await keepRunning(ctx)
  return told
}

async function everyRoom(ctx: RelayContext, job: 'sweep' | 'restart'): Promise<number> {
  let told = 0
  for (const room of rooms) told += (await room[job]?.(ctx)) ?? 0
  return told
}

async function keepRunning(ctx: RelayContext): Promise<void> {
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

/** True when Temporal's store is not the one the runs were started in, so that no run is left; false while Temporal is away, for then nobody can tell. */
export async function isStoreLost(ctx: RelayContext): Promise<boolean> {
  const stores = await compareStores(ctx)
  return stores !== undefined && isOther(stores)
}

const isOther = ({ known, identity }: Stores): boolean => known !== undefined && known !== identity

/** Undefined, with a line in the log, while Temporal is away. */
async function compareStores(ctx: RelayContext): Promise<Stores | undefined> {
  const identity = await findIdentity(ctx)
  if (identity === undefined) return undefined
  const db = tables(ctx.orm.em.fork())
  const known = await db.selectFrom('temporal_epoch').select('identity').where('namespace', '=', 'gateway').executeTakeFirst()
  return { known: known?.identity, identity }
}

async function findIdentity({ temporal, log }: RelayContext): Promise<string | undefined> {
  try {
    return await temporal.readIdentity()
  } catch (error) {
    log.warn({ problem: messageOf(error) }, 'the identity of the store of Temporal not read')
    return undefined
  }
}

/** Comes after the restarts, so that a crash between the two repeats them. */
async function keepIdentity(ctx: RelayContext, { known, identity }: Stores): Promise<void> {
  if (known === identity) return
  await tables(ctx.orm.em.fork())
    .insertInto('temporal_epoch')
    .values({ namespace: 'gateway', identity, seenAt: ctx.clock.now() })
    .onConflict((oc) => oc.column('namespace').doUpdateSet({ identity, seenAt: ctx.clock.now() }))
    .execute()
}
