import type { AssetCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const PayoutVelocitySchema = defineEntity({
  name: 'PayoutVelocity',
  tableName: 'payout_velocity',
  properties: {
    asset: p.text().$type<AssetCode>().primary(),
    hour: p.datetime().primary(),
    usdCents: p.type(UnitsType).$type<bigint>(),
  },
})

/** What the signer has let leave of an asset within an hour of the clock. */
export class PayoutVelocityEntity extends PayoutVelocitySchema.class {}
PayoutVelocitySchema.setClass(PayoutVelocityEntity)
