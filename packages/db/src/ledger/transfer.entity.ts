import type { TransferKind } from '@gateway/domain/ledger/entry'
import { defineEntity, p } from '@mikro-orm/core'

const TransferSchema = defineEntity({
  name: 'Transfer',
  tableName: 'transfer',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<TransferKind>(),
    ref: p.text(),
    revision: p.integer(),
    reverses: p.uuid().strictNullable(),
    at: p.datetime(),
  },
})

/** A balanced movement, posted once by (kind, ref, revision, reverses), never changed. */
export class TransferEntity extends TransferSchema.class {}
TransferSchema.setClass(TransferEntity)
