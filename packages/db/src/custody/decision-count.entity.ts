import { defineEntity, p } from '@mikro-orm/core'

const DecisionCountSchema = defineEntity({
  name: 'DecisionCount',
  tableName: 'decision_count',
  properties: {
    role: p.text().primary(),
    seq: p.bigint('string'),
    sinceAttempt: p.bigint('string'),
  },
})

/** How many decisions a role has made, and after which attempt each signature has one. */
export class DecisionCountEntity extends DecisionCountSchema.class {}
DecisionCountSchema.setClass(DecisionCountEntity)
