import type { Em } from '@gateway/db/orm'
import { hasWaiting } from '@gateway/db/webhooks/circuit-queries'
import { wakeUp } from '../announce.ts'
import type { Context } from '../context.ts'
import { enqueue } from '../outbox/enqueue.ts'

/** Has an endpoint's mailbox look at its deliveries once the caller's transaction is committed, where any wait. */
export async function wakeWaiting(em: Em, ctx: Context, { endpointId }: { endpointId: string }): Promise<void> {
  if (await hasWaiting(em, { endpointId })) await enqueue(em, ctx, [wakeUp(endpointId)])
}
