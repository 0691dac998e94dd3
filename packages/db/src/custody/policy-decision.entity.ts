import type { DecisionFacts } from '@gateway/domain/custody/decision'
import type { PolicyOutcome } from '@gateway/domain/custody/policy'
import { defineEntity, p } from '@mikro-orm/core'

const PolicyDecisionSchema = defineEntity({
  name: 'PolicyDecision',
  tableName: 'policy_decision',
  properties: {
    id: p.uuid().primary(),
    chainName: p.text(),
    seq: p.bigint('string'),
    intentId: p.uuid().strictNullable(),
    rule: p.text(),
    outcome: p.text().$type<PolicyOutcome>(),
    facts: p.json<DecisionFacts>(),
    at: p.datetime(),
    prevHash: p.blob(),
    hash: p.blob(),
  },
})

/** What the policy said about a payout, chained to the row before by its hash. Insert only. */
export class PolicyDecisionEntity extends PolicyDecisionSchema.class {}
PolicyDecisionSchema.setClass(PolicyDecisionEntity)
