import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { EventId, Mode } from '@gateway/domain/kernel/id'
import type { DeliveryState } from '@gateway/domain/webhooks/delivery'
import { defineEntity, p } from '@mikro-orm/core'

const WebhookTestSchema = defineEntity({
  name: 'WebhookTest',
  tableName: 'webhook_test',
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
export class WebhookTestEntity extends WebhookTestSchema.class {}
WebhookTestSchema.setClass(WebhookTestEntity)
