import type { Mode } from '@gateway/domain/kernel/id'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import { defineEntity, p } from '@mikro-orm/core'

const LightningWalletSchema = defineEntity({
  name: 'LightningWallet',
  tableName: 'lightning_wallet',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    walletId: p.text(),
    username: p.text().strictNullable(),
    createdAt: p.datetime(),
  },
})

/** A Lightning wallet. Its balance is that of its accounts in the ledger. */
export class LightningWalletEntity extends LightningWalletSchema.class implements LightningWallet {}
LightningWalletSchema.setClass(LightningWalletEntity)
