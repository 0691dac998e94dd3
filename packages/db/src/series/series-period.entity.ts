import type { FiatCode } from '@gateway/domain/money/fiat'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const SeriesPeriodSchema = defineEntity({
  name: 'SeriesPeriod',
  tableName: 'series_period',
  properties: {
    seriesId: p.uuid().primary(),
    period: p.integer().primary(),
    slot: p.integer(),
    escrowId: p.uuid().strictNullable(),
    cardEscrowId: p.uuid().strictNullable(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    currency: p.text().$type<FiatCode>(),
    dueAt: p.datetime(),
    createdAt: p.datetime(),
  },
})

/** A child of a series, with the price asked when it was opened; insert only. */
export class SeriesPeriodEntity extends SeriesPeriodSchema.class {}
SeriesPeriodSchema.setClass(SeriesPeriodEntity)
