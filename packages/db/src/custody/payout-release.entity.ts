import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const PayoutReleaseSchema = defineEntity({
  name: 'PayoutRelease',
  tableName: 'payout_release',
  properties: {
    intentId: p.uuid().primary(),
    operator: p.text().primary(),
    units: p.type(UnitsType).$type<bigint>().primary(),
    at: p.datetime(),
  },
})

/** An operator's word that a payout of this amount may leave although it is above the caps. Insert only. */
export class PayoutReleaseEntity extends PayoutReleaseSchema.class {}
PayoutReleaseSchema.setClass(PayoutReleaseEntity)
