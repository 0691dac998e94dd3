import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const PoolAddressSchema = defineEntity({
  name: 'PoolAddress',
  tableName: 'address_pool',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    generation: p.integer().primary(),
    idx: p.integer().primary(),
    address: p.text(),
    sig: p.blob(),
    claimedBy: p.uuid().strictNullable(),
  },
})

/** A deposit address the signer made and signed for; claimed once, for life. */
export class PoolAddressEntity extends PoolAddressSchema.class {}
PoolAddressSchema.setClass(PoolAddressEntity)
