import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { EventId, Mode } from '@gateway/domain/kernel/id'
import type { DeliveryState } from '@gateway/domain/webhooks/delivery'
import { defineEntity, p } from '@mikro-orm/core'

const TrialDeliverySchema = defineEntity({
  name: 'TrialDelivery',
  tableName: 'trial_delivery',
  properties: {
    id: p.uuid().primary(),
    endpointId: p.uuid(),
    mode: p.text().$type<Mode>(),
    eventId: p.text().$type<EventId>(),
    type: p.text().$type<DomainEventName>(),
    body: p.text(),
    state: p.text().$type<DeliveryState>(),
    lastStatusCode: p.integer().strictNullable(),
    lastProblem: p.text().strictNullable(),
    lastDurationMs: p.integer().strictNullable(),
    createdAt: p.datetime(),
    startedAt: p.datetime().strictNullable(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** One attempt that a merchant asked for to try out a receiver: sample text under a test id, sent once, outside the feed. */
export class TrialDeliveryEntity extends TrialDeliverySchema.class {}
TrialDeliverySchema.setClass(TrialDeliveryEntity)
