import type { WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const WatchedAddressSchema = defineEntity({
  name: 'WatchedAddress',
  tableName: 'watched_address',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    address: p.text().primary(),
    subject: p.text().$type<WatchSubject>(),
    subjectId: p.text(),
  },
})

/** An address that belongs to one of our objects; watched for ever. Spelled as the chain role reads it from blocks. */
export class WatchedAddressEntity extends WatchedAddressSchema.class {}
WatchedAddressSchema.setClass(WatchedAddressEntity)
