import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const TreasuryMoveSchema = defineEntity({
  name: 'TreasuryMove',
  tableName: 'treasury_move',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    txId: p.text().primary(),
    units: p.type(UnitsType).$type<bigint>().primary(),
    feeUnits: p.type(UnitsType).$type<bigint>().primary(),
    operator: p.text().primary(),
    at: p.datetime(),
  },
})

/** An operator's word that people have moved so many coins of the treasury with a transaction that is on the chain. Insert only. */
export class TreasuryMoveEntity extends TreasuryMoveSchema.class {}
TreasuryMoveSchema.setClass(TreasuryMoveEntity)
