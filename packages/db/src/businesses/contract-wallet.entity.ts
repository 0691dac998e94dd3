import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const ContractWalletSchema = defineEntity({
  name: 'ContractWallet',
  tableName: 'contract_wallet',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    address: p.text().primary(),
    foundAt: p.datetime(),
  },
})

/** A wallet at which the chain holds code: what is sent there arrives only if that code takes it. */
export class ContractWalletEntity extends ContractWalletSchema.class {}
ContractWalletSchema.setClass(ContractWalletEntity)
