import type { Mode } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const WalletVersionSchema = defineEntity({
  name: 'WalletVersion',
  tableName: 'wallet_version',
  properties: {
    position: p.bigint('string').primary(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    chain: p.text().$type<ChainCode>(),
    asset: p.text().$type<AssetCode>(),
    address: p.text().strictNullable(),
    createdAt: p.datetime(),
  },
})

/** A wallet that a business was given for an asset, or that it has none any more (no address); later positions are in force. Insert only. */
export class WalletVersionEntity extends WalletVersionSchema.class {}
WalletVersionSchema.setClass(WalletVersionEntity)
