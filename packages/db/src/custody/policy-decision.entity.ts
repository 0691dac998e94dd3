import type { DecisionFacts } from '@gateway/domain/custody/decision-log'
import type { PolicyOutcome } from '@gateway/domain/custody/policy'
import { defineEntity, p } from '@mikro-orm/core'

const PolicyDecisionSchema = defineEntity({
  name: 'PolicyDecision',
  tableName: 'policy_decision',
  properties: {
    id: p.uuid().primary(),
    role: p.text(),
    seq: p.bigint('string'),
    intentId: p.uuid(),
    rule: p.text(),
    outcome: p.text().$type<PolicyOutcome>(),
    facts: p.json<DecisionFacts>(),
    at: p.datetime(),
    mac: p.blob(),
  },
})

/** What the policy said about a payout, at its place in the record of the role that decided and with that role's mark. Insert only. */
export class PolicyDecisionEntity extends PolicyDecisionSchema.class {}
PolicyDecisionSchema.setClass(PolicyDecisionEntity)
