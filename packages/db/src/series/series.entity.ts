import type { Mode } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { Series } from '@gateway/domain/series/series'
import type { SeriesState } from '@gateway/domain/series/series-machine'
import type { SeriesInterval } from '@gateway/domain/series/slot-anchor'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const SeriesSchema = defineEntity({
  name: 'Series',
  tableName: 'series',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    paymentMethod: p.text().$type<Series['paymentMethod']>(),
    customerEmail: p.text(),
    description: p.text().strictNullable(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    currency: p.text().$type<FiatCode>(),
    asset: p.text().$type<AssetCode>().strictNullable(),
    interval: p.text().$type<SeriesInterval>(),
    maxPeriods: p.integer().strictNullable(),
    periodsCompleted: p.integer(),
    state: p.text().$type<SeriesState>(),
    anchorSlot: p.integer(),
    anchorLocalTime: p.text(),
    latestSlot: p.integer().strictNullable(),
    nextChargeAt: p.datetime().strictNullable(),
    tryAt: p.datetime().strictNullable(),
    beneficiaryAddress: p.text().strictNullable(),
    depositorAddress: p.text().strictNullable(),
    processorAccountId: p.text().strictNullable(),
    eventSequence: p.integer(),
    stateVersion: p.integer(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** The terms of recurring escrows. `stateVersion` grows with every change of the row. */
export class SeriesEntity extends SeriesSchema.class implements Series {}
SeriesSchema.setClass(SeriesEntity)
