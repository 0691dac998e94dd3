import { isDelivered, presentEvent } from '@gateway/contract/events'
import { type Insert, insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { EventEntity } from '@gateway/db/webhooks/event.entity'
import { findEndpoints } from '@gateway/db/webhooks/endpoint-queries'
import type { BusinessEventName } from '@gateway/domain/businesses/business'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import { mailboxWorkflowId, wake } from '@gateway/workflows/webhooks/signals'
import { queues } from '@gateway/workflows/queues'
import type { Context } from '../kernel/context.ts'
import { type Notifications, queueNotification } from '../kernel/notifications.ts'
import { type Enqueued, messageRows } from '../outbox/enqueue.ts'

/** A committed change, as its receiver gets it. */
export interface Announcement {
  readonly type: DomainEventName
  readonly object: {
    readonly type: 'payment' | 'escrow' | 'card_payment' | 'series' | 'business'
    readonly id: string
    readonly businessId: BusinessId
    readonly mode: Mode
  }
  /** Counts from 1 per object, over all its events. */
  readonly sequence: number
  /** The state at the moment of the event, flat and nested as the receiver gets it. */
  readonly data: Readonly<Record<string, unknown>>
}

/** An endpoint of a business, with the events its merchant subscribed to. */
export interface Endpoint {
  readonly id: string
  readonly businessId: BusinessId
  readonly events: readonly string[]
}

/** Events, and the rows and messages of the same change. */
export interface Change {
  readonly announcements: readonly Announcement[]
  readonly rows: readonly Insert[]
  readonly messages: readonly Enqueued[]
  /** The endpoints of all businesses concerned, if the caller knows them. */
  readonly endpoints?: readonly Endpoint[]
}

/**
 * Writes events with their exact bodies, their deliveries, and one wake-up per mailbox, in the caller's transaction.
 *
 * An event therefore exists if and only if its change is committed. At most two statements for any number of events.
 */
export async function announceAll(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, announcements: readonly Announcement[]): Promise<void> {
  await announceChange(em, ctx, { announcements, rows: [], messages: [] })
}

/**
 * The same for a change that consists of new rows: the statement of its events also inserts them and its messages.
 *
 * @returns the ids of the outbox messages, those of the change first and in order.
 */
export async function announceChange(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { announcements, rows, messages, endpoints: known }: Change,
): Promise<string[]> {
  const at = ctx.clock.now()
  const events = announcements.map((announcement) => eventRow(announcement, ctx.ids.event(), at))
  const endpoints = known ?? (await endpointsOf(em, events))
  const deliveries = events.flatMap((event) =>
    endpoints
      .filter((endpoint) => endpoint.businessId === event.businessId && isDelivered(event.type, endpoint.events))
      .map((endpoint) => deliveryRow(event, { id: ctx.ids.uuid(), endpointId: endpoint.id, at })),
  )
  const mailboxes = [...new Set(deliveries.map((delivery) => delivery.endpointId))]
  queueNotification(em, ...mailboxes.map((payload): Notifications => ({ channel: 'delivery', payload })), ...paymentsOf(announcements))
  return insertTogether(em, [
    ...rows,
    { into: 'event', rows: events },
    { into: 'delivery', rows: deliveries },
    messageRows(em, ctx, [...messages, ...mailboxes.map(wakeUp)]),
  ])
}

/** No client can follow a payment before its creation is answered, so its first event needs no notification. */
const paymentsOf = (announcements: readonly Announcement[]): Notifications[] =>
  announcements
    .filter(({ object, sequence }) => object.type === 'payment' && sequence > 1)
    .map(({ object }) => ({ channel: 'payment', payload: object.id }))

async function endpointsOf(em: Em, events: readonly { readonly businessId: BusinessId }[]): Promise<readonly Endpoint[]> {
  const businessIds = [...new Set(events.map((event) => event.businessId))]
  return businessIds.length === 0 ? [] : findEndpoints(em, { businessIds })
}

/** The message that wakes an endpoint's mailbox. */
export const wakeUp = (endpointId: string): Enqueued => ({
  workflowId: mailboxWorkflowId(endpointId),
  message: {
    workflow: 'webhookEndpoint',
    taskQueue: queues.payments,
    args: [{ endpointId }],
    signal: { name: wake.name, args: [] },
    summary: 'webhook mailbox',
    mayRunAgain: true,
  },
})

/** A delivery of an event, due immediately. */
export const deliveryRow = (
  event: Pick<EventEntity, 'id' | 'objectId' | 'mode'>,
  { at, ...made }: { id: string; endpointId: string; at: Date },
) => ({
  ...made,
  eventId: event.id,
  objectId: event.objectId,
  mode: event.mode,
  state: 'pending' as const,
  attempts: 0,
  nextAttemptAt: at,
  leasedUntil: null,
  lastStatusCode: null,
  lastProblem: null,
  lastDurationMs: null,
  createdAt: at,
  deliveredAt: null,
})

function eventRow({ type, object, sequence, data }: Announcement, id: `evt_${string}`, at: Date) {
  const body = presentEvent({ id, type, object, sequence, data, at })
  const { businessId, mode, type: objectType, id: objectId } = object
  return { id, businessId, mode, objectType, objectId, sequence, type, body, createdAt: at }
}

/** Emits an event of a business under its next sequence number, in the caller's transaction. */
export async function announceBusiness(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  change: { type: BusinessEventName; business: { id: BusinessId; mode: Mode }; data: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { eventSequence } = await tables(em)
    .updateTable('business')
    .set((eb) => ({ eventSequence: eb('eventSequence', '+', 1) }))
    .where('id', '=', change.business.id)
    .returning('eventSequence')
    .executeTakeFirstOrThrow()
  const object = { type: 'business' as const, id: change.business.id, businessId: change.business.id, mode: change.business.mode }
  await announceAll(em, ctx, [{ type: change.type, object, sequence: eventSequence, data: change.data }])
}
