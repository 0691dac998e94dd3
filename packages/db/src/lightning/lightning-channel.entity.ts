import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const LightningChannelSchema = defineEntity({
  name: 'LightningChannel',
  tableName: 'lightning_channel',
  properties: {
    channelPoint: p.text().primary(),
    peer: p.text(),
    capacitySats: p.type(UnitsType).$type<bigint>(),
    localSats: p.type(UnitsType).$type<bigint>(),
    remoteSats: p.type(UnitsType).$type<bigint>(),
    unsettledSats: p.type(UnitsType).$type<bigint>(),
    isActive: p.boolean(),
  },
})

/** A channel of the node as it was when the node was last asked, for operators alone: nothing is decided by it. */
export class LightningChannelEntity extends LightningChannelSchema.class {}
LightningChannelSchema.setClass(LightningChannelEntity)
