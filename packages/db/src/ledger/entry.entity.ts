import type { AssetCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const EntrySchema = defineEntity({
  name: 'Entry',
  tableName: 'entry',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    transferId: p.uuid(),
    accountId: p.bigint('string'),
    asset: p.text().$type<AssetCode>(),
    amount: p.type(UnitsType).$type<bigint>(),
  },
})

/** One side of a transfer; never changed. */
export class EntryEntity extends EntrySchema.class {}
EntrySchema.setClass(EntryEntity)
