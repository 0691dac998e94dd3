import type { TransferKind } from '@gateway/domain/ledger/entry'
import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const TransferSchema = defineEntity({
  name: 'Transfer',
  tableName: 'transfer',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<TransferKind>(),
    chain: p.text().$type<ChainCode>().strictNullable(),
    ref: p.text(),
    revision: p.integer(),
    reverses: p.uuid().strictNullable(),
    at: p.datetime(),
  },
})

/** A balanced movement, posted once by (kind, chain, ref, revision, reverses), never changed. */
export class TransferEntity extends TransferSchema.class {}
TransferSchema.setClass(TransferEntity)
