import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { bringForward, findDeliveryOf, lockDelivery, lockEndpointOf, makeDueAgain } from '@gateway/db/webhooks/log-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import { type DeliveryState, deliveryMachine } from '@gateway/domain/webhooks/delivery'
import { keptMs } from '@gateway/domain/webhooks/retry-schedule'
import { deliveryRow, wakeUp } from '../events/publish-events.ts'
import { businessScope } from '../businesses/business-scope.ts'
import type { ApiContext } from '../kernel/context.ts'
import { type Keep, storeResponse } from '../idempotency/idempotency-keys.ts'
import { queueNotification } from '../kernel/notifications.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { transaction } from '../kernel/transaction.ts'

/** A delivery that is due again. */
export interface Redelivered {
  readonly deliveryId: string
  readonly eventId: string
}

/** A request for a redelivery. */
interface Wish {
  readonly actor: Actor
  /** The id of a delivery or of an event. */
  readonly id: string
}

/**
 * Makes a delivery due now, with the event's own id and body.
 *
 * An ended delivery starts the schedule again; one that waits for its next attempt continues it. One that is being sent or is due stays as it is.
 * An event without a delivery, because the endpoint was not subscribed or switched off, gets one to the business's current endpoint.
 *
 * @throws {NotFound} when there is none, or it belongs to another merchant.
 */
export async function redeliver(ctx: ApiContext, { keep, ...wish }: Wish & { keep?: Keep<Redelivered> | undefined }): Promise<Redelivered> {
  const { redelivered, messages } = await transaction(ctx, async (em) => {
    const { endpointId, ...made } = (await sendAgain(em, ctx, wish)) ?? (await sendFirst(em, ctx, wish))
    await storeResponse(em, keep, made)
    if (endpointId === undefined) return { redelivered: made, messages: [] }
    queueNotification(em, { channel: 'delivery', payload: endpointId })
    return { redelivered: made, messages: await enqueue(em, ctx, [wakeUp(endpointId)]) }
  })
  ctx.tryNow(messages)
  return redelivered
}

/** The delivery, and the mailbox to wake for it; none when it is due or being sent already. */
type Due = Redelivered & { readonly endpointId?: string }

/** Makes an existing delivery due; undefined when there is none. */
async function sendAgain(em: Em, ctx: ApiContext, { actor, id }: Wish): Promise<Due | undefined> {
  const delivery = await lockDelivery(em, { ...businessScope(actor), id })
  if (!delivery) return undefined
  const made = { deliveryId: delivery.id, eventId: delivery.eventId }
  const now = ctx.clock.now()
  if (isSentPayout(delivery, now)) return made
  const makeDue = findMove(deliveryMachine, delivery.state, 'redeliver') ? makeDueAgain : bringForward
  await makeDue(em, { id: delivery.id, now })
  return { ...made, endpointId: delivery.endpointId }
}

/** Creates the first delivery of an event. @throws {NotFound} when there is no such event in the feed. */
async function sendFirst(em: Em, ctx: ApiContext, { actor, id }: Wish): Promise<Due> {
  const at = ctx.clock.now()
  const event = await lockEndpointOf(em, { ...businessScope(actor), id, since: new Date(at.getTime() - keptMs) })
  if (!event) throw new NotFound('delivery')
  const other = await findDeliveryOf(em, { eventId: event.id })
  if (other) return { deliveryId: other.id, eventId: event.id }
  const { endpointId } = event
  const row = deliveryRow(event, { id: ctx.ids.uuid(), endpointId, at })
  await insertTogether(em, [{ into: 'delivery', rows: [row] }])
  return { deliveryId: row.id, eventId: event.id, endpointId }
}

interface Waiting {
  readonly state: DeliveryState
  readonly nextAttemptAt: Date
  readonly leasedUntil: Date | null
}

const isSentPayout = ({ state, nextAttemptAt, leasedUntil }: Waiting, now: Date): boolean =>
  state === 'pending' && (nextAttemptAt <= now || (leasedUntil !== null && leasedUntil > now))
