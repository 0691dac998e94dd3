import { defineEntity, p } from '@mikro-orm/core'

const ProcessorEventSchema = defineEntity({
  name: 'ProcessorEvent',
  tableName: 'processor_event',
  properties: {
    accountId: p.text().primary(),
    eventId: p.text().primary(),
    type: p.text(),
    objectType: p.text().strictNullable(),
    objectId: p.text().strictNullable(),
    receivedAt: p.datetime(),
    calls: p.integer(),
    tryAt: p.datetime().strictNullable(),
    outcome: p.text().strictNullable(),
  },
})

/** An event that the processor has sent, by account; what is true is read from the processor again. */
export class ProcessorEventEntity extends ProcessorEventSchema.class {}
ProcessorEventSchema.setClass(ProcessorEventEntity)
