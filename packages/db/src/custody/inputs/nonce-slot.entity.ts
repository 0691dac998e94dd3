import type { ChainCode } from '@gateway/domain/money/asset'
import { defineEntity, p } from '@mikro-orm/core'

const NonceSlotSchema = defineEntity({
  name: 'NonceSlot',
  tableName: 'nonce_slot',
  properties: {
    chain: p.text().$type<ChainCode>().primary(),
    sender: p.text().primary(),
    nonce: p.bigint().primary(),
    intentId: p.uuid().strictNullable(),
  },
})

/** A nonce of a sender, taken in the transaction that stores the signed bytes, so that there are no gaps. Null: a payout that a restore has forgotten. */
export class NonceSlotEntity extends NonceSlotSchema.class {}
NonceSlotSchema.setClass(NonceSlotEntity)
