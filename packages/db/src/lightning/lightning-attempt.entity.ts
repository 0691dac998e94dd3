import type { AttemptState } from '@gateway/domain/custody/machine'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const LightningAttemptSchema = defineEntity({
  name: 'LightningAttempt',
  tableName: 'lightning_attempt',
  properties: {
    paymentId: p.uuid().primary(),
    paymentHash: p.text(),
    paymentRequest: p.text(),
    amountMsat: p.type(UnitsType).$type<bigint>().strictNullable(),
    feeLimitMsat: p.type(UnitsType).$type<bigint>(),
    state: p.text().$type<AttemptState>(),
    calls: p.integer(),
    firstCalledAt: p.datetime().strictNullable(),
    lastProblem: p.text().strictNullable(),
    hasWorkflow: p.boolean(),
    proof: p.json<unknown>().strictNullable(),
  },
})

/** The one send of an outgoing payment, with what the node is given, as it was before the first call. One inside the service is given to no node. */
export class LightningAttemptEntity extends LightningAttemptSchema.class {}
LightningAttemptSchema.setClass(LightningAttemptEntity)
