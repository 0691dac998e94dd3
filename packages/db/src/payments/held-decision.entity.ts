import type { DecisionKind, DecisionState } from '@gateway/domain/payments/held-decision'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const HeldDecisionSchema = defineEntity({
  name: 'HeldDecision',
  tableName: 'held_decision',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid().strictNullable(),
    invoiceId: p.uuid().strictNullable(),
    merchantId: p.uuid(),
    kind: p.text().$type<DecisionKind>(),
    seenUnits: p.type(UnitsType).$type<bigint>().strictNullable(),
    state: p.text().$type<DecisionState>(),
    problem: p.text().strictNullable(),
    decidedAt: p.datetime(),
    endedAt: p.datetime().strictNullable(),
    nextAttemptAt: p.datetime(),
    attempts: p.integer(),
  },
})

/**
 * What a merchant decided about money that waits, and whether it was carried out; `problem` says why it was refused. `seenUnits` is what the
 * merchant saw of the money that an acceptance is about.
 */
export class HeldDecisionEntity extends HeldDecisionSchema.class {}
HeldDecisionSchema.setClass(HeldDecisionEntity)
