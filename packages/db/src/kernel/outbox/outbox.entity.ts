import type { OutboxMessage } from './outbox-message.ts'
import { defineEntity, p } from '@mikro-orm/core'

const OutboxSchema = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    workflowId: p.text(),
    message: p.json<OutboxMessage>(),
    availableAt: p.datetime(),
    attempts: p.integer(),
    lastProblem: p.text().strictNullable(),
    createdAt: p.datetime(),
  },
})

/** A message for Temporal, written with the fact it tells about and deleted once delivered. */
export class OutboxEntity extends OutboxSchema.class {}
OutboxSchema.setClass(OutboxEntity)
