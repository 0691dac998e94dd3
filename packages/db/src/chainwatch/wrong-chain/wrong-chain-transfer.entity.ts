import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../../kernel/units.type.ts'

const WrongChainTransferSchema = defineEntity({
  name: 'WrongChainTransfer',
  tableName: 'wrong_chain_transfer',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    ref: p.text().primary(),
    txId: p.text(),
    address: p.text(),
    subject: p.text().$type<WatchSubject>(),
    subjectId: p.text(),
    asset: p.text().$type<AssetCode>().strictNullable(),
    token: p.text().strictNullable(),
    units: p.type(UnitsType).$type<bigint>(),
    height: p.integer(),
    txPlace: p.integer(),
    logPlace: p.integer(),
    arrivedAt: p.datetime(),
  },
})

/** Money that arrived, on another chain than its payment's, at the payment's address, which is the same deposit contract there. */
export class WrongChainTransferEntity extends WrongChainTransferSchema.class {}
WrongChainTransferSchema.setClass(WrongChainTransferEntity)
