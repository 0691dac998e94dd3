import type { CircuitState } from '@gateway/domain/webhooks/circuit'
import { defineEntity, p } from '@mikro-orm/core'

/** Why an endpoint was switched off by itself: it said that it is gone, or accepted nothing for too long. */
export type DisabledReason = 'gone' | 'failing'

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    id: p.uuid().primary(),
    businessId: p.uuid(),
    url: p.text().strictNullable(),
    sealedSecret: p.blob(),
    previousSealedSecret: p.blob().strictNullable(),
    previousValidUntil: p.datetime().strictNullable(),
    events: p.array().$type<string[]>(),
    disabledAt: p.datetime().strictNullable(),
    disabledReason: p.text().$type<DisabledReason>().strictNullable(),
    circuit: p.text().$type<Exclude<CircuitState, 'disabled'>>(),
    failures: p.integer(),
    failedDeliveryId: p.uuid().strictNullable(),
    failsSeveral: p.boolean(),
    successes: p.integer(),
    pauses: p.integer(),
    turnAt: p.datetime().strictNullable(),
    failingSince: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/**
 * Where the events of a business are delivered. The secret is sealed to the webhooks role; no other role can open it.
 *
 * After a rotation the former secret stays beside it until `previousValidUntil`, so that receivers can still check with it.
 *
 * Every business has one from the start, because its secret is shown once at creation. `url` is null until one is named, empty after it
 * was cleared; in both cases the endpoint is disabled. `circuit` and what follows remember how it answered; the secret before the present
 * one signs beside it until `previousValidUntil`.
 */
export class WebhookEndpointEntity extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpointEntity)
