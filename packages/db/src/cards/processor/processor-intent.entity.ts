import type { FiatCode } from '@gateway/domain/money/fiat'
import type { IntentState } from '@gateway/domain/custody/machine'
import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../../kernel/units.type.ts'

const ProcessorIntentSchema = defineEntity({
  name: 'ProcessorIntent',
  tableName: 'processor_intent',
  properties: {
    id: p.uuid().primary(),
    purpose: p.text().$type<ProcessorPurpose>(),
    ref: p.uuid(),
    paymentId: p.uuid(),
    currency: p.text().$type<FiatCode>(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    state: p.text().$type<IntentState>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A decision that the processor moves money, once for each purpose and object. */
export class ProcessorIntentEntity extends ProcessorIntentSchema.class {}
ProcessorIntentSchema.setClass(ProcessorIntentEntity)
