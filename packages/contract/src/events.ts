import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { BusinessId, EventId, Mode } from '@gateway/domain/kernel/id'
import { isLive } from './wire/mode.ts'
import { presentTime } from './wire/time.ts'
import { INTERFACE_VERSION } from './wire/version.ts'

/** Whether an event is always delivered, or only to a business that subscribed to it by name or with `*`. */
interface WebhookRow {
  readonly delivery: 'default' | 'opt-in'
  /** The object of the event; its members are flat in `data`. */
  readonly subject: 'payment' | 'escrow' | 'card_payment' | 'series' | 'business'
  /** API version that introduced it. */
  readonly since: string
  readonly description: string
  /** Which event of an object it usually is, from 1; examples have this number. */
  readonly nth: number
}

const since = '2026-10-01'
const always = { delivery: 'default', subject: 'payment', since } as const
const alwaysCard = { delivery: 'default', subject: 'card_payment', since } as const
const asked = { delivery: 'opt-in', subject: 'payment', since } as const
const askedEscrow = { delivery: 'opt-in', subject: 'escrow', since } as const
const askedSeries = { delivery: 'opt-in', subject: 'series', since } as const
const askedBusiness = { delivery: 'opt-in', subject: 'business', since } as const

/** The table of events and webhooks: an event without a row does not compile. */
export const webhookEvents = {
  'payment.created': { ...always, nth: 1, description: 'A payment was created.' },
  'payment.pending': { ...always, nth: 2, description: 'A sufficient deposit was first seen.' },
  'payment.confirming': { ...always, nth: 3, description: 'The deposit was included in a block; sent again only after a reorganisation.' },
  'payment.completed': { ...always, nth: 4, description: 'The deposit has its confirmations: the signal to ship, once per payment.' },
  'payment.expired': { ...always, nth: 2, description: 'The window ended without a sufficient deposit.' },
  'payment.failed': { ...always, nth: 3, description: 'The deposit is permanently invalid, or the address can no longer be served.' },
  'payment.refunded': { ...always, nth: 3, description: 'A refund is final; the status is unchanged.' },
  'payment.updated': {
    ...always,
    nth: 2,
    description:
      'A merchant can see something new without a change of status: a deposit that does not suffice, a further, late or wrong-asset one, an exception, a decision, a payout of held money, the reason for which a payout waits.',
  },
  'payment.confirmed': { ...asked, nth: 5, description: 'Sent together with payment.completed.' },
  'payment.forwarding': { ...asked, nth: 6, description: 'The payout to the merchant is planned.' },
  'payment.forwarded': { ...asked, nth: 7, description: 'The payout to the merchant is final.' },
  'escrow.created': { ...askedEscrow, nth: 1, description: 'An escrow was created.' },
  'escrow.funded': { ...askedEscrow, nth: 2, description: 'The whole amount of the escrow is final.' },
  'escrow.released': {
    ...askedEscrow,
    nth: 3,
    description:
      'The escrow was released to its beneficiary; its payout follows. After `escrow.refunded` it says that the contract of the escrow has decided otherwise.',
  },
  'escrow.settled': { ...askedEscrow, nth: 4, description: 'The payout to the beneficiary is final.' },
  'escrow.refunded': {
    ...askedEscrow,
    nth: 3,
    description:
      'The escrow is refunded to its depositor; its payout follows. After `escrow.released` it says that the contract of the escrow has decided otherwise.',
  },
  'escrow.disputed': { ...askedEscrow, nth: 3, description: 'A party has disputed the escrow.' },
  'escrow.expired': { ...askedEscrow, nth: 2, description: 'The escrow was not funded in time.' },
  card_payment_success: {
    ...alwaysCard,
    nth: 1,
    description: 'The card was charged; money in escrow is held from now on. The signal to ship, once per card payment.',
  },
  card_dispute_created: { ...alwaysCard, nth: 2, description: 'The bank of the cardholder has opened a dispute.' },
  card_refund: { ...alwaysCard, nth: 2, description: 'A refund has succeeded, of a part or of everything.' },
  card_escrow_release: { ...alwaysCard, nth: 2, description: 'The escrow was released; its transfer to the merchant follows.' },
  'series.charged': { ...askedSeries, nth: 1, description: 'The escrow of the next period was opened.' },
  'series.paused': { ...askedSeries, nth: 2, description: 'The series was paused: no escrows are opened meanwhile.' },
  'series.resumed': { ...askedSeries, nth: 3, description: 'The series was resumed; the slots that passed meanwhile are skipped.' },
  'series.completed': { ...askedSeries, nth: 13, description: 'The escrow of the last period was opened.' },
  'series.cancelled': { ...askedSeries, nth: 2, description: 'The series was cancelled; its open escrows go on.' },
  'business.created': { ...askedBusiness, nth: 1, description: 'A business was created.' },
  'business.updated': { ...askedBusiness, nth: 2, description: 'A business was changed.' },
} as const satisfies Record<DomainEventName, WebhookRow>

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
    readonly type: 'payment' | 'escrow' | 'card_payment' | 'series' | 'business'
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
