import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const WrongChainFlushSchema = defineEntity({
  name: 'WrongChainFlush',
  tableName: 'wrong_chain_flush',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    ref: p.text().primary(),
    txId: p.text(),
    subject: p.text().$type<WatchSubject>(),
    subjectId: p.text(),
    asset: p.text().$type<AssetCode>().strictNullable(),
    token: p.text().strictNullable(),
    height: p.integer(),
    txPlace: p.integer(),
    logPlace: p.integer(),
  },
})

/** A deposit contract paid out, on another chain than its payment's: what of the asset lay there has gone to the recipients of the address. */
export class WrongChainFlushEntity extends WrongChainFlushSchema.class {}
WrongChainFlushSchema.setClass(WrongChainFlushEntity)
