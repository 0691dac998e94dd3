import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { RefundTransferState } from '@gateway/domain/payments/assisted-refund'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../../kernel/units.type.ts'

const RefundTransferSchema = defineEntity({
  name: 'RefundTransfer',
  tableName: 'refund_transfer',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    ref: p.text().primary(),
    refundId: p.uuid().strictNullable(),
    txId: p.text(),
    watchKey: p.text(),
    asset: p.text().$type<AssetCode>(),
    units: p.type(UnitsType).$type<bigint>(),
    state: p.text().$type<RefundTransferState>(),
    height: p.integer().strictNullable(),
    blockHash: p.text().strictNullable(),
    arrivedAt: p.datetime(),
  },
})

/** A transfer to the address of a refund, as a block shows it: of one refund, or of none while its merchant has to say of which. */
export class RefundTransferEntity extends RefundTransferSchema.class {}
RefundTransferSchema.setClass(RefundTransferEntity)
