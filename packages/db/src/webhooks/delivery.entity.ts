import type { EventId, Mode } from '@gateway/domain/kernel/id'
import type { DeliveryState } from '@gateway/domain/webhooks/delivery'
import { defineEntity, p } from '@mikro-orm/core'

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  properties: {
    id: p.uuid().primary(),
    endpointId: p.uuid(),
    eventId: p.text().$type<EventId>(),
    objectId: p.uuid(),
    mode: p.text().$type<Mode>(),
    position: p.bigint('string').autoincrement(),
    state: p.text().$type<DeliveryState>(),
    attempts: p.integer(),
    earlierAttempts: p.integer(),
    nextAttemptAt: p.datetime(),
    leasedUntil: p.datetime().strictNullable(),
    lastStatusCode: p.integer().strictNullable(),
    lastProblem: p.text().strictNullable(),
    lastDurationMs: p.integer().strictNullable(),
    createdAt: p.datetime(),
    deliveredAt: p.datetime().strictNullable(),
  },
})

/**
 * One event on its way to one endpoint. `position` orders the deliveries of an object; `leasedUntil` keeps two drainers off the same row.
 *
 * `attempts` counts since the delivery was last asked for, `earlierAttempts` those before.
 */
export class DeliveryEntity extends DeliverySchema.class {}
DeliverySchema.setClass(DeliveryEntity)
