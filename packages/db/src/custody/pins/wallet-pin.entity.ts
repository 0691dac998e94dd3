import { defineEntity, p } from '@mikro-orm/core'

const WalletPinSchema = defineEntity({
  name: 'WalletPin',
  tableName: 'wallet_pin',
  properties: {
    position: p.bigint('string').primary(),
    mac: p.blob().strictNullable(),
    refused: p.text().strictNullable(),
    pinnedAt: p.datetime(),
  },
})

/** That the signer has seen a wallet, and when; or why it pays nobody there. Insert only. */
export class WalletPinEntity extends WalletPinSchema.class {}
WalletPinSchema.setClass(WalletPinEntity)
