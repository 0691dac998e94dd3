import type { LedgerAsset } from '@gateway/domain/ledger/entry'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const EntrySchema = defineEntity({
  name: 'Entry',
  tableName: 'entry',
  properties: {
    id: p.bigint('string').primary().autoincrement(),
    transferId: p.uuid(),
    accountId: p.bigint('string'),
    asset: p.text().$type<LedgerAsset>(),
    amount: p.type(UnitsType).$type<bigint>(),
  },
})

/** One side of a transfer; never changed. */
export class EntryEntity extends EntrySchema.class {}
EntrySchema.setClass(EntryEntity)
