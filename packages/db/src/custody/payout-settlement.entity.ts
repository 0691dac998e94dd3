import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const PayoutSettlementSchema = defineEntity({
  name: 'PayoutSettlement',
  tableName: 'payout_settlement',
  properties: {
    intentId: p.uuid().primary(),
    flushRef: p.text().primary(),
    units: p.type(UnitsType).$type<bigint>().primary(),
    operator: p.text().primary(),
    at: p.datetime(),
  },
})

/** An operator's word that a flush, which moved so much and less than was counted, has moved all that there was. Insert only. */
export class PayoutSettlementEntity extends PayoutSettlementSchema.class {}
PayoutSettlementSchema.setClass(PayoutSettlementEntity)
