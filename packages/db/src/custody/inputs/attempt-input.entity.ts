import { defineEntity, p } from '@mikro-orm/core'

const AttemptInputSchema = defineEntity({
  name: 'AttemptInput',
  tableName: 'attempt_input',
  properties: {
    intentId: p.uuid().primary(),
    n: p.smallint().primary(),
    resource: p.text().primary(),
    sequence: p.bigint('number').primary(),
  },
})

/** What an attempt consumes on its chain: outputs, by their transaction and number, or a sender's nonce. It never changes. */
export class AttemptInputEntity extends AttemptInputSchema.class {}
AttemptInputSchema.setClass(AttemptInputEntity)
