import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const NamedWalletSchema = defineEntity({
  name: 'NamedWallet',
  tableName: 'named_wallet',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    address: p.text().primary(),
    isContract: p.boolean().strictNullable(),
  },
})

/** A wallet that a merchant has named; `isContract` once its chain was asked whether it holds code there. */
export class NamedWalletEntity extends NamedWalletSchema.class {}
NamedWalletSchema.setClass(NamedWalletEntity)
