import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const UnsupportedTokenFlushSchema = defineEntity({
  name: 'UnsupportedTokenFlush',
  tableName: 'unsupported_token_flush',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    ref: p.text().primary(),
    txId: p.text(),
    subject: p.text().$type<WatchSubject>(),
    subjectId: p.text(),
    token: p.text(),
    height: p.integer(),
    txPlace: p.integer(),
    logPlace: p.integer(),
  },
})

/** A deposit contract paid out a token that nobody serves: what of it lay there has gone to the recipients of the address. */
export class UnsupportedTokenFlushEntity extends UnsupportedTokenFlushSchema.class {}
UnsupportedTokenFlushSchema.setClass(UnsupportedTokenFlushEntity)
