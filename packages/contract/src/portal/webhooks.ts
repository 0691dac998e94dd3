import type { DeliveryState, LoggedDelivery } from '@gateway/domain/webhooks/delivery'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import { z } from 'zod'
import { eventNames } from '../events.ts'
import { DeliveryView, presentDelivery } from '../webhooks.ts'
import { Cursor, NextCursor } from '../wire/cursor.ts'
import { BusinessIdName, Id, pathId } from '../wire/id.ts'
import { wireInput } from '../wire/names.ts'
import { limit } from '../wire/page.ts'
import { choice } from '../wire/scalar.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

/** Of which business to show the webhook endpoint. */
export const PortalEndpointInput = wireInput(z.object({ businessId: BusinessIdName }))

/** Which deliveries of a business to list. */
export const PortalDeliveriesInput = wireInput(
  z.object({
    businessId: BusinessIdName,
    status: choice(['delivered', 'pending', 'failed'], { description: 'Only deliveries with this status.', example: 'failed' }).optional(),
    cursor: Cursor.optional(),
    limit: limit(50),
  }),
)
export type PortalDeliveriesInput = z.output<typeof PortalDeliveriesInput>

/** One delivery. */
export const PortalDeliveryInput = wireInput(z.object({ id: pathId('delivery') }))

/** How an endpoint does: without a URL, switched off by itself or by its merchant, down, coming back, failing once in a while, or well. */
const endpointHealths = ['not_set', 'gone', 'given_up', 'switched_off', 'down', 'recovering', 'retrying', 'healthy'] as const

/** The last answer of a receiver that counts. */
export interface LastDelivery {
  readonly id: string
  /** When it was accepted. */
  readonly deliveredAt: Date | null
  readonly statusCode: number | null
  readonly problem: string | null
}

/** A webhook endpoint as its merchant watches it. */
export interface EndpointHealth {
  readonly url: string | null
  readonly events: readonly string[]
  readonly health: (typeof endpointHealths)[number]
  readonly circuit: 'closed' | 'open' | 'half_open'
  readonly failures: number
  readonly failingSince: Date | null
  readonly disabledAt: Date | null
  readonly nextAttemptAt: Date | null
  readonly previousSecretUntil: Date | null
  readonly lastSuccess: LastDelivery | null
  readonly lastFailure: LastDelivery | null
  /** Deliveries that wait, counted up to a ceiling. */
  readonly waiting: number
}

const LastDeliveryView = z
  .object({ delivery_id: Id, delivered_at: Time.nullable(), status_code: z.int().nullable(), problem: z.string().nullable() })
  .nullable()

/** A webhook endpoint and how it does. */
export const PortalEndpointView = z.object({
  url: z.string().nullable(),
  events: z.array(z.string()),
  health: z.enum(endpointHealths),
  circuit: z.enum(['closed', 'open', 'half_open']),
  failures: z.int().meta({ description: 'Failed attempts since the last accepted one.', example: 0 }),
  failing_since: Time.nullable(),
  disabled_at: Time.nullable(),
  next_attempt_at: Time.nullable(),
  previous_secret_until: Time.nullable().meta({ description: 'Until then the former secret signs too; null without one.', example: null }),
  last_success: LastDeliveryView,
  last_failure: LastDeliveryView,
  waiting: z.int().meta({ description: 'This many deliveries wait, at most 1000.', example: 0 }),
})

/** A page of deliveries. */
export const PortalDeliveriesView = z.object({ deliveries: z.array(DeliveryView), next_cursor: NextCursor })

/** A delivery with its payload. */
export interface DeliveryDetail extends LoggedDelivery {
  readonly body: string
  readonly problem: string | null
  readonly deliveredAt: Date | null
}

/** A delivery with its payload. */
export const PortalDeliveryView = z.object({
  delivery: DeliveryView,
  payload: z.record(z.string(), z.unknown()).meta({ description: 'The body as it is sent, in every attempt.' }),
  problem: z.string().nullable().meta({ description: 'Why the last attempt has failed; null if it has not.', example: null }),
  delivered_at: Time.nullable(),
})

/** An event of an object, and its delivery. */
export interface ToldEvent {
  readonly id: string
  readonly sequence: number
  readonly type: DomainEventName
  readonly body: string
  readonly createdAt: Date
  readonly delivery: {
    readonly id: string
    readonly state: DeliveryState
    readonly attempts: number
    readonly statusCode: number | null
    readonly problem: string | null
    readonly durationMs: number | null
    readonly nextAttemptAt: Date | null
    readonly deliveredAt: Date | null
  } | null
}

/** An event in the timeline of its object, with the status it led to, and its delivery; null when it was not subscribed. */
export const ToldEventView = z.object({
  id: Id,
  sequence: z.int(),
  type: z.enum(eventNames),
  created_at: Time,
  status: z.string().nullable(),
  previous_status: z.string().nullable(),
  delivery: z
    .object({
      id: Id,
      status: z.enum(['delivered', 'pending', 'failed']),
      attempts: z.int(),
      status_code: z.int().nullable(),
      problem: z.string().nullable(),
      duration_ms: z.int().nullable(),
      next_attempt_at: Time.nullable(),
      delivered_at: Time.nullable(),
    })
    .nullable(),
})

const presentLast = (last: LastDelivery | null) =>
  last && { delivery_id: last.id, delivered_at: presentTimeOrNull(last.deliveredAt), status_code: last.statusCode, problem: last.problem }

/** A webhook endpoint and how it does. */
export const presentEndpoint = (endpoint: EndpointHealth): z.output<typeof PortalEndpointView> => ({
  url: endpoint.url,
  events: [...endpoint.events],
  health: endpoint.health,
  circuit: endpoint.circuit,
  failures: endpoint.failures,
  failing_since: presentTimeOrNull(endpoint.failingSince),
  disabled_at: presentTimeOrNull(endpoint.disabledAt),
  next_attempt_at: presentTimeOrNull(endpoint.nextAttemptAt),
  previous_secret_until: presentTimeOrNull(endpoint.previousSecretUntil),
  last_success: presentLast(endpoint.lastSuccess),
  last_failure: presentLast(endpoint.lastFailure),
  waiting: endpoint.waiting,
})

/** A page of deliveries. */
export const presentDeliveries = (page: {
  deliveries: readonly LoggedDelivery[]
  nextCursor: string | null
}): z.output<typeof PortalDeliveriesView> => ({ deliveries: page.deliveries.map(presentDelivery), next_cursor: page.nextCursor })

/** A delivery with its payload. */
export const presentDeliveryDetail = ({ body, problem, deliveredAt, ...logged }: DeliveryDetail): z.output<typeof PortalDeliveryView> => ({
  delivery: presentDelivery(logged),
  payload: z.record(z.string(), z.unknown()).parse(JSON.parse(body)),
  problem,
  delivered_at: presentTimeOrNull(deliveredAt),
})

const Told = z.object({ data: z.object({ status: z.string().optional(), previous_status: z.string().nullish() }) })

/** An event in the timeline of its object. */
export function presentToldEvent({ id, sequence, type, body, createdAt, delivery }: ToldEvent): z.output<typeof ToldEventView> {
  const { status = null, previous_status: previous = null } = Told.parse(JSON.parse(body)).data
  return {
    id,
    sequence,
    type,
    created_at: presentTime(createdAt),
    status,
    previous_status: previous,
    delivery: delivery && {
      id: delivery.id,
      status: delivery.state,
      attempts: delivery.attempts,
      status_code: delivery.statusCode,
      problem: delivery.problem,
      duration_ms: delivery.durationMs,
      next_attempt_at: presentTimeOrNull(delivery.nextAttemptAt),
      delivered_at: presentTimeOrNull(delivery.deliveredAt),
    },
  }
}
