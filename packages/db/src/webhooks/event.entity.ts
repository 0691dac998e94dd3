import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { EventId, Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.text().primary().$type<EventId>(),
    position: p.bigint('string').autoincrement(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    objectType: p.text(),
    objectId: p.uuid(),
    sequence: p.integer(),
    type: p.text().$type<DomainEventName>(),
    body: p.text(),
    createdAt: p.datetime(),
    feedXid: p.text(),
  },
})

/**
 * A fact that was announced, with the exact body every delivery attempt sends. `position` numbers all events; readers follow `feedXid`
 * and then `position`, because those can only grow from what they have seen.
 */
export class EventEntity extends EventSchema.class {}
EventSchema.setClass(EventEntity)
