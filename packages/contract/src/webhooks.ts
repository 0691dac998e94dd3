import type { DomainEventName } from '@gateway/domain/kernel/events'
import { NotFound } from '@gateway/domain/kernel/error'
import type { LoggedDelivery } from '@gateway/domain/webhooks/delivery'
import { z } from 'zod'
import { eventNames } from './events.ts'
import { BusinessIdName, Id, pathId } from './wire/id.ts'
import { Livemode } from './wire/mode.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { limit, Offset, PageView } from './wire/page.ts'
import { choice, type Read, scalar } from './wire/scalar.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'
import { INTERFACE_VERSION } from './wire/version.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EVENT = /^evt_\w{1,60}$/
const EVENT_EXAMPLE = 'evt_7d1c0a9e4b5f40c2a86d3e1f2b4c5d6e'

const paging = { businessId: BusinessIdName.optional(), limit: limit(50), offset: Offset }

/** Which page of deliveries to list as a plain list. */
export const ListLogsInput = wireFilter(z.object(paging), { count: 'limit' })

/** Which deliveries to list. */
export const ListDeliveriesInput = wireFilter(
  z.object({
    ...paging,
    paymentId: scalar<string, string>(
      (raw) => (typeof raw === 'string' && UUID.test(raw) ? { value: raw } : { problem: 'must be the id of a payment' }),
      {
        description: 'Only deliveries about this payment are listed.',
        example: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
        type: 'string',
        maxLength: 64,
      },
    ).optional(),
    status: choice(['delivered', 'pending', 'failed'], {
      description: 'Only deliveries with this status are listed.',
      example: 'failed',
    }).optional(),
  }),
  { count: 'limit' },
)
export type ListDeliveriesInput = z.output<typeof ListDeliveriesInput>

/** A webhook test. `id` names the business where the path does. */
export const TestWebhookInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    id: pathId('business').optional(),
    eventType: choice(eventNames, { description: 'The sample is one of this event.', example: 'payment.completed' }).prefault(
      'payment.completed',
    ),
  }),
  { event: 'eventType', type: 'eventType' },
)
/** A test whose event is always named. */
export type TestWebhookInput = z.output<typeof TestWebhookInput>

/** A delivery named in the path, by its own id or by that of its event. */
export const DeliveryRef = wireInput(
  z.object({
    id: scalar<string, string>(
      (raw) => {
        if (typeof raw === 'string' && (UUID.test(raw) || EVENT.test(raw))) return { value: raw }
        throw new NotFound('delivery')
      },
      { description: 'The id is that of the delivery, or of its event.', example: EVENT_EXAMPLE, type: 'string', maxLength: 64 },
    ),
  }),
)

/** Where to continue in the feed, and which events to return. */
export const ListEventsInput = wireFilter(
  z.object({
    businessId: BusinessIdName.optional(),
    after: scalar<string, string>(
      (raw) => (typeof raw === 'string' && EVENT.test(raw) ? { value: raw } : { problem: 'must be the id of an event, or a next_cursor' }),
      {
        description:
          'The feed goes on after this event: the id of the last one you have, or `next_cursor`. Without it, the feed begins with its oldest event.',
        example: EVENT_EXAMPLE,
        type: 'string',
      },
    ).optional(),
    types: scalar<string, readonly DomainEventName[]>(readTypes, {
      description: 'Only events of these names are listed, separated by commas. Without it, all of them are.',
      example: 'payment.completed,payment.expired',
      type: 'string',
    }).optional(),
    limit: limit(50),
  }),
)
/** A place in the feed, and the parsed names of events; absent names mean all. */
export type ListEventsInput = z.output<typeof ListEventsInput>

const StatusCode = z
  .int()
  .nullable()
  .meta({ description: 'The receiver’s last answer had this HTTP status; null without an answer.', example: 200 })
const EventName = z.enum(eventNames).meta({ description: 'The name of the event.', example: 'payment.completed' })
const Attempts = z.int().meta({ description: 'This many attempts were made.', example: 1 })
const Duration = z.int().nullable().meta({ description: 'The last attempt took this many milliseconds.', example: 84 })
const EventIdView = z.string().meta({ description: 'The id of the event, the same in every attempt.', example: EVENT_EXAMPLE })

const entryMembers = {
  id: Id,
  event_id: EventIdView,
  event: EventName,
  event_type: EventName,
  status: z
    .enum(['delivered', 'pending', 'failed'])
    .meta({ description: 'The delivery has arrived, is waiting, or is given up.', example: 'delivered' }),
  statusCode: StatusCode,
  status_code: StatusCode,
  attempt: Attempts,
  attempts: Attempts,
  payment_id: Id.nullable().meta({
    description: 'The event is about this payment; null if about none.',
    example: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
  }),
  test: z.boolean().meta({ description: 'This is true for a webhook test.', example: false }),
  duration_ms: Duration,
  created_at: Time,
  next_attempt_at: Time.nullable().meta({ description: 'The next attempt is made at this time; null if there is none.', example: null }),
} as const

const LogView = z.object(entryMembers).meta({ id: 'WebhookLog', description: 'A delivery of a webhook, or the attempts to make one.' })
/** A delivery, and whether it succeeded. */
export const DeliveryView = z
  .object({ ...entryMembers, success: z.boolean().meta({ description: 'This is true once the receiver answered 2xx.', example: true }) })
  .meta({ id: 'WebhookDelivery', description: 'A delivery of a webhook, or the attempts to make one, and whether it succeeded.' })

/** Deliveries, newest first. */
export const LogsView = z.object({ logs: z.array(LogView) })

/** A page of deliveries. */
export const DeliveryListView = z.object({ logs: z.array(DeliveryView), ...PageView })

/** A delivery as the log shows it. */
export function presentLog(facts: LoggedDelivery): z.output<typeof LogView> {
  return {
    id: facts.id,
    event_id: facts.eventId,
    event: facts.type,
    event_type: facts.type,
    status: facts.state,
    statusCode: facts.statusCode,
    status_code: facts.statusCode,
    attempt: facts.attempts,
    attempts: facts.attempts,
    payment_id: facts.paymentId,
    test: facts.isTest,
    duration_ms: facts.durationMs,
    created_at: presentTime(facts.createdAt),
    next_attempt_at: presentTimeOrNull(facts.nextAttemptAt),
  }
}

/** The same with its success. */
export const presentDelivery = (facts: LoggedDelivery): z.output<typeof DeliveryView> => ({
  ...presentLog(facts),
  success: facts.state === 'delivered',
})

/** The outcome of a webhook test. */
export const TestedView = z.object({
  success: z.boolean().meta({ description: 'This is true when the receiver answered 2xx.', example: true }),
  statusCode: StatusCode,
  status_code: StatusCode,
  event: EventName,
  delivery_id: Id,
  duration_ms: Duration,
  message: z.string().meta({ description: 'The outcome as a sentence.', example: 'The receiver answered 200' }),
})

/** The outcome of a webhook test, as values and as a sentence. */
export function presentTested(
  tested: Pick<LoggedDelivery, 'id' | 'type' | 'state' | 'statusCode' | 'durationMs'> & { problem: string | null },
) {
  const { id, type, state, statusCode, durationMs, problem } = tested
  return {
    success: state === 'delivered',
    statusCode,
    status_code: statusCode,
    event: type,
    delivery_id: id,
    duration_ms: durationMs,
    message: statusCode === null ? `No answer came: ${(problem ?? 'timeout').replaceAll('_', ' ')}` : `The receiver answered ${statusCode}`,
  }
}

/** A delivery that was made due again. */
export const RedeliveredView = z.object({
  delivery_id: Id,
  event_id: EventIdView,
  status: z.literal('pending').meta({ description: 'The delivery is due now.', example: 'pending' }),
})

const EnvelopeView = z
  .object({
    id: EventIdView,
    type: EventName,
    event_type: EventName,
    payment_id: Id.optional(),
    business_id: Id,
    created_at: Time,
    sequence: z.int().meta({ description: 'Events are numbered from 1 for each object.', example: 4 }),
    api_version: z.string().meta({ description: 'The event was written in this version of the API.', example: INTERFACE_VERSION }),
    livemode: Livemode,
    data: z.record(z.string(), z.unknown()).meta({ description: 'The object as it was at the moment of the event, as in the webhook.' }),
  })
  .meta({ id: 'FeedEvent', description: 'An event, as webhooks carry it.' })

/** A page of the feed. */
export const FeedView = z.object({
  events: z.array(EnvelopeView),
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'Send this as `after` of the next request; it is null while there is no event.', example: EVENT_EXAMPLE }),
  has_more: z.boolean().meta({ description: 'This is true when more events follow.', example: false }),
})

/** A page of the feed; `bodies` are events as they were sent. */
export const presentFeed = (page: {
  bodies: readonly string[]
  nextCursor: string | null
  hasMore: boolean
}): z.output<typeof FeedView> => ({
  events: page.bodies.map((body) => EnvelopeView.parse(JSON.parse(body))),
  next_cursor: page.nextCursor,
  has_more: page.hasMore,
})

function readTypes(raw: unknown): Read<readonly DomainEventName[]> {
  const names = typeof raw === 'string' ? raw.split(',').map((name) => name.trim()) : []
  const known = eventNames.filter((name) => names.includes(name))
  const isKnown = names.length > 0 && names.every((name) => known.some((type) => type === name))
  return isKnown ? { value: known } : { problem: `must be a list of ${eventNames.join(', ')}` }
}
