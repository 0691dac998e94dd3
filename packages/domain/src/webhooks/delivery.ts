import type { DomainEventName } from '../kernel/events.ts'
import type { EventId } from '../kernel/id.ts'
import { defineMachine, type StateOf } from '../kernel/machine.ts'

/** The life of a webhook delivery. */
export const deliveryMachine = defineMachine({
  initial: 'pending',
  states: {
    pending: { accept: { to: 'delivered' }, retry: { to: 'pending' }, exhaust: { to: 'failed' } },
    delivered: { redeliver: { to: 'pending' } },
    failed: { redeliver: { to: 'pending' } },
  },
})

/** State of a delivery. */
export type DeliveryState = StateOf<typeof deliveryMachine>

/** A logged delivery, real or a webhook test. */
export interface LoggedDelivery {
  readonly id: string
  readonly eventId: EventId
  readonly type: DomainEventName
  readonly state: DeliveryState
  readonly statusCode: number | null
  readonly attempts: number
  readonly paymentId: string | null
  readonly isTest: boolean
  readonly durationMs: number | null
  readonly createdAt: Date
  /** Null without a further attempt. */
  readonly nextAttemptAt: Date | null
}
