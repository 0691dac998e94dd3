import type { DecisionKind, DecisionState } from '@gateway/domain/payments/held-decision'
import { defineEntity, p } from '@mikro-orm/core'

const HeldDecisionSchema = defineEntity({
  name: 'HeldDecision',
  tableName: 'held_decision',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid(),
    merchantId: p.uuid(),
    kind: p.text().$type<DecisionKind>(),
    state: p.text().$type<DecisionState>(),
    problem: p.text().strictNullable(),
    decidedAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** What a merchant decided about money that waits, and whether it was carried out; `problem` says why it was refused. */
export class HeldDecisionEntity extends HeldDecisionSchema.class {}
HeldDecisionSchema.setClass(HeldDecisionEntity)
