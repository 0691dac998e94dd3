import type { ObservationKind } from '@gateway/domain/chainwatch/deposit'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const ObservationSchema = defineEntity({
  name: 'Observation',
  tableName: 'observation',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    chain: p.text().$type<ChainCode>(),
    depositId: p.text(),
    subjectId: p.text(),
    asset: p.text().$type<AssetCode>().strictNullable(),
    units: p.type(UnitsType).$type<bigint>(),
    kind: p.text().$type<ObservationKind>(),
    height: p.integer().strictNullable(),
    blockHash: p.text().strictNullable(),
    at: p.datetime(),
    inheritedArrival: p.datetime().strictNullable(),
  },
})

/** What the scanner saw of which money of whom, in the order it saw it; insert only. Replaying it gives the deposits. */
export class ObservationEntity extends ObservationSchema.class {}
ObservationSchema.setClass(ObservationEntity)
