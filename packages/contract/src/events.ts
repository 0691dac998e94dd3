import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { BusinessId, EventId, Mode } from '@gateway/domain/kernel/id'
import { type SubjectName, subjects } from './rooms.ts'
import { isLive } from './wire/mode.ts'
import type { EventRow, Subject } from './wire/objects/subject.ts'
import { presentTime } from './wire/time.ts'
import { INTERFACE_VERSION } from './wire/version.ts'

/** What receivers know of an event, and of whom it tells. */
export interface WebhookRow extends EventRow {
  /** The object of the event; its members are flat in `data`. */
  readonly subject: SubjectName
}

type RowsOf<Some> = Some extends { readonly events: infer Rows } ? keyof Rows : never
const rowsOf = ([subject, { events }]: [string, Subject]) => Object.entries(events).map(([type, row]) => [type, { ...row, subject }])

/** The table of events and webhooks: an event without a row does not compile. */
export const webhookEvents: Readonly<Record<DomainEventName, WebhookRow>> =
  // The names of the rows are those of the type.
  Object.fromEntries(Object.entries<Subject>(subjects).flatMap(rowsOf)) as Record<RowsOf<(typeof subjects)[SubjectName]>, WebhookRow>

/** Every event name, in the order of the table. */
export const eventNames = Object.keys(webhookEvents) as DomainEventName[]

/** True when a business that subscribed to `subscribed` gets the event. */
export const isDelivered = (type: DomainEventName, subscribed: readonly string[]): boolean =>
  webhookEvents[type].delivery === 'default' || subscribed.includes(type) || subscribed.includes('*')

/** An event before it is presented. */
export interface EventFacts {
  readonly id: EventId
  readonly type: DomainEventName
  readonly object: {
    readonly type: SubjectName
    readonly id: string
    readonly businessId: BusinessId
    readonly mode: Mode
  }
  /** Number of the event, from 1 for each object. */
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
  /** True for the sample of a webhook test. */
  readonly isTest?: boolean
}

/**
 * The body of a webhook, byte for byte: every attempt, redelivery and the feed repeat it.
 *
 * It is canonical JSON: equal to `JSON.stringify(JSON.parse(body))`, so that receivers in any language can rebuild the signed bytes.
 */
export function presentEvent({ id, type, object, sequence, data, at, isTest }: EventFacts): string {
  return JSON.stringify({
    id,
    type,
    event_type: type,
    ...(object.type === 'payment' ? { payment_id: object.id } : {}),
    business_id: object.businessId,
    created_at: presentTime(at),
    sequence,
    api_version: INTERFACE_VERSION,
    livemode: isLive(object.mode),
    ...(isTest && { test: true }),
    data,
  })
}
