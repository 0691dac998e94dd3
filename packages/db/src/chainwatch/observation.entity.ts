import type { ObservationKind } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const ObservationSchema = defineEntity({
  name: 'Observation',
  tableName: 'observation',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    chain: p.text().$type<ChainCode>(),
    depositId: p.text(),
    kind: p.text().$type<ObservationKind>(),
    height: p.integer().strictNullable(),
    blockHash: p.text().strictNullable(),
    at: p.datetime(),
  },
})

/** What the scanner saw, in the order it saw it; insert only. Replaying it gives the deposits. */
export class ObservationEntity extends ObservationSchema.class {}
ObservationSchema.setClass(ObservationEntity)
