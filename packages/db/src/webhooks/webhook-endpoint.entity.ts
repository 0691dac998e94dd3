import { defineEntity, p } from '@mikro-orm/core'

const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoint',
  properties: {
    id: p.uuid().primary(),
    businessId: p.uuid(),
    url: p.text().strictNullable(),
    sealedSecret: p.blob(),
    events: p.array().$type<string[]>(),
    disabledAt: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/**
 * Where the events of a business are delivered. The secret is sealed to the webhooks role; nobody else can open it.
 *
 * Every business has one from the start, because its secret is shown once at creation. `url` is null until one is named, empty after it
 * was cleared; in both cases the endpoint is disabled.
 */
export class WebhookEndpointEntity extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpointEntity)
