import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { AssistedRefund, AssistedRefundState, RefundRate } from '@gateway/domain/payments/assisted-refund'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../../kernel/units.type.ts'

const AssistedRefundSchema = defineEntity({
  name: 'AssistedRefund',
  tableName: 'assisted_refund',
  properties: {
    id: p.uuid().primary(),
    paymentId: p.uuid(),
    businessId: p.uuid(),
    chain: p.text().$type<ChainCode>(),
    asset: p.text().$type<AssetCode>(),
    units: p.type(UnitsType).$type<bigint>(),
    fiatMinor: p.type(UnitsType).$type<bigint>(),
    rate: p.text().$type<RefundRate>(),
    state: p.text().$type<AssistedRefundState>(),
    reason: p.text().strictNullable(),
    offeredBy: p.text(),
    offeredAt: p.datetime(),
    offerEndsAt: p.datetime(),
    tokenHash: p.blob(),
    payTokenHash: p.blob(),
    address: p.text().strictNullable(),
    watchKey: p.text().strictNullable(),
    namedBy: p.text().strictNullable(),
    namedAt: p.datetime().strictNullable(),
    startHeight: p.integer().strictNullable(),
    asks: p.boolean(),
    paidUnits: p.type(UnitsType).$type<bigint>(),
    refundedAt: p.datetime().strictNullable(),
    endedAt: p.datetime().strictNullable(),
    endReason: p.text().strictNullable(),
    arrivalEmailId: p.uuid().strictNullable(),
  },
})

/** A refund that the merchant pays from its own wallet to an address that is watched for it. */
export class AssistedRefundEntity extends AssistedRefundSchema.class implements AssistedRefund {}
AssistedRefundSchema.setClass(AssistedRefundEntity)
