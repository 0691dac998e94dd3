import type { UnprovenReason, WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const UnprovenTransferSchema = defineEntity({
  name: 'UnprovenTransfer',
  tableName: 'unproven_transfer',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    ref: p.text().primary(),
    txId: p.text(),
    address: p.text(),
    subject: p.text().$type<WatchSubject>(),
    subjectId: p.text(),
    asset: p.text().$type<AssetCode>(),
    units: p.type(UnitsType).$type<bigint>(),
    height: p.integer(),
    blockHash: p.text(),
    txPlace: p.integer(),
    logPlace: p.integer(),
    arrivedAt: p.datetime(),
    reason: p.text().$type<UnprovenReason>(),
    outcome: p.text().$type<'recorded' | 'refuted'>().strictNullable(),
    endedAt: p.datetime().strictNullable(),
  },
})

/** A transfer of the native coin that the balance of its receiver does not prove; no deposit until a final block proves it. */
export class UnprovenTransferEntity extends UnprovenTransferSchema.class {}
UnprovenTransferSchema.setClass(UnprovenTransferEntity)
