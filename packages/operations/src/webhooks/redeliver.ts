import { bringForward, lockDelivery, makeDueAgain } from '@gateway/db/webhooks/log-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import { type DeliveryState, deliveryMachine } from '@gateway/domain/webhooks/delivery'
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
 * Makes a delivery due now, with the event's own id and body.
 *
 * One that has ended goes through the schedule from its beginning; one that waits for its next attempt goes on from where it stood. One that is
 * being sent, or is due already, stays as it is.
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
    const now = ctx.clock.now()
    if (isOnItsWay(delivery, now)) return { redelivered: made, messages: [] }
    const makeDue = findMove(deliveryMachine, delivery.state, 'redeliver') ? makeDueAgain : bringForward
    await makeDue(em, { id: delivery.id, now })
    noteNews(em, { channel: 'delivery', payload: delivery.endpointId })
    return { redelivered: made, messages: await enqueue(em, ctx, [wakeUp(delivery.endpointId)]) }
  })
  ctx.tryNow(messages)
  return redelivered
}

interface Waiting {
  readonly state: DeliveryState
  readonly nextAttemptAt: Date
  readonly leasedUntil: Date | null
}

const isOnItsWay = ({ state, nextAttemptAt, leasedUntil }: Waiting, now: Date): boolean =>
  state === 'pending' && (nextAttemptAt <= now || (leasedUntil !== null && leasedUntil > now))
