import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const LightningFundsSchema = defineEntity({
  name: 'LightningFunds',
  tableName: 'lightning_funds',
  properties: {
    name: p.text().primary(),
    localMsat: p.type(UnitsType).$type<bigint>(),
    unsettledLocalMsat: p.type(UnitsType).$type<bigint>(),
    pendingLocalMsat: p.type(UnitsType).$type<bigint>(),
    remoteMsat: p.type(UnitsType).$type<bigint>(),
    owedMsat: p.type(UnitsType).$type<bigint>(),
    asOf: p.datetime(),
    capSats: p.type(UnitsType).$type<bigint>().nullable(),
  },
})

/** What our side of the channels of the node held when it was last asked, what the wallets had then, and what it may hold at most. */
export class LightningFundsEntity extends LightningFundsSchema.class {}
LightningFundsSchema.setClass(LightningFundsEntity)
