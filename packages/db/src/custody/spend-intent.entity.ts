import type { SpendIntent } from '@gateway/domain/custody/intent'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { IntentState } from '@gateway/domain/custody/machine'
import type { Mode } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const SpendIntentSchema = defineEntity({
  name: 'SpendIntent',
  tableName: 'spend_intent',
  properties: {
    id: p.uuid().primary(),
    purpose: p.text().$type<SpendPurpose>(),
    ref: p.text(),
    leg: p.integer(),
    leadId: p.uuid(),
    chain: p.text().$type<ChainCode>(),
    asset: p.text().$type<AssetCode>(),
    mode: p.text().$type<Mode>(),
    businessId: p.uuid(),
    units: p.type(UnitsType).$type<bigint>().fieldName('amount'),
    merchantUnits: p.type(UnitsType).$type<bigint>(),
    feeUnits: p.type(UnitsType).$type<bigint>(),
    networkFeeUnits: p.type(UnitsType).$type<bigint>(),
    shortUnits: p.type(UnitsType).$type<bigint>(),
    excessUnits: p.type(UnitsType).$type<bigint>(),
    payoutTermsId: p.uuid(),
    state: p.text().$type<IntentState>(),
    holdReason: p.text().strictNullable(),
    heldSince: p.datetime().strictNullable(),
    posting: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A decision that money leaves, once. The split is as planned until the attempt is final, then as paid; units counted but not moved are stored beside it. */
export class SpendIntentEntity extends SpendIntentSchema.class implements SpendIntent {}
SpendIntentSchema.setClass(SpendIntentEntity)
