import { lockDelivery, makeDueAgain } from '@gateway/db/webhooks/log-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import { deliveryMachine } from '@gateway/domain/webhooks/delivery'
import { wakeUp } from '../announce.ts'
import { businessScope } from '../businesses/business-scope.ts'
import type { ApiContext } from '../context.ts'
import { type Keep, keepAnswer } from '../idempotency.ts'
import { noteNews } from '../news.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { transaction } from '../transaction.ts'

/** A delivery that waits for its receiver. */
export interface Redelivered {
  readonly deliveryId: string
  readonly eventId: string
}

/**
 * Makes a delivery due again: one attempt now, then the schedule from its beginning, with the event's own id and body. One that is still on its
 * way stays as it is.
 *
 * @throws {NotFound} when there is none, or it belongs to somebody else.
 */
export async function redeliver(
  ctx: ApiContext,
  { actor, id, keep }: { actor: Actor; id: string; keep?: Keep<Redelivered> | undefined },
): Promise<Redelivered> {
  const { redelivered, messages } = await transaction(ctx, async (em) => {
    const delivery = await lockDelivery(em, { ...businessScope(actor), id })
    if (!delivery) throw new NotFound('delivery')
    const made = { deliveryId: delivery.id, eventId: delivery.eventId }
    await keepAnswer(em, keep, made)
    if (!findMove(deliveryMachine, delivery.state, 'redeliver')) return { redelivered: made, messages: [] }
    await makeDueAgain(em, { id: delivery.id, now: ctx.clock.now() })
    noteNews(em, { channel: 'delivery', payload: delivery.endpointId })
    return { redelivered: made, messages: await enqueue(em, ctx, [wakeUp(delivery.endpointId)]) }
  })
  ctx.tryNow(messages)
  return redelivered
}
