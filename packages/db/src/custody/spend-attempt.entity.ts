import type { AttemptState } from '@gateway/domain/custody/machine'
import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const SpendAttemptSchema = defineEntity({
  name: 'SpendAttempt',
  tableName: 'spend_attempt',
  properties: {
    intentId: p.uuid().primary(),
    n: p.smallint().primary(),
    chain: p.text().$type<ChainCode>(),
    handle: p.text(),
    seq: p.bigint('string').autoincrement(),
    raw: p.blob(),
    feeUnits: p.type(UnitsType).$type<bigint>().strictNullable().fieldName('fee'),
    platformPaid: p.boolean(),
    takenBackUnits: p.type(UnitsType).$type<bigint>().fieldName('taken_back'),
    supersedes: p.smallint().strictNullable(),
    state: p.text().$type<AttemptState>(),
    height: p.integer().strictNullable(),
    blockHash: p.text().strictNullable(),
    succeeded: p.boolean().strictNullable(),
    posting: p.integer(),
    proof: p.json<Record<string, unknown>>().strictNullable(),
    lastProblem: p.text().strictNullable(),
    sentHeight: p.integer().strictNullable(),
    refusedHeight: p.integer().strictNullable(),
    firstSentHeight: p.integer().strictNullable(),
    triedHeight: p.integer().strictNullable(),
    stuckReason: p.text().strictNullable(),
    stuckSince: p.datetime().strictNullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/**
 * One signed transaction of a lead intent: bytes and handle exist here before anybody outside sees them.
 *
 * `firstSentHeight` is the chain's height when it was sent first; null while something keeps nodes from taking it in that a higher fee would not mend.
 * `refusedHeight` is that at which a node first refused it for another reason than its fee; null once one has taken it. `triedHeight` is that at which the signer last looked for a replacement;
 * `posting` counts how often a reorganisation has reversed its gas. `stuckReason` says why there was none.
 */
export class SpendAttemptEntity extends SpendAttemptSchema.class {}
SpendAttemptSchema.setClass(SpendAttemptEntity)
