import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

const PayoutTermsPinSchema = defineEntity({
  name: 'PayoutTermsPin',
  tableName: 'payout_terms_pin',
  properties: {
    payoutTermsId: p.uuid().primary(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    usdRate: p.decimal('string'),
    mac: p.blob().strictNullable(),
    refused: p.text().strictNullable(),
    pinnedAt: p.datetime(),
    usableAt: p.datetime().strictNullable(),
  },
})

/**
 * The signer's check of payout terms: their owner and the USD price of the coin at that time, or why it never signs for them. `usableAt` is when the
 * hold of a refund ends. Insert only.
 */
export class PayoutTermsPinEntity extends PayoutTermsPinSchema.class {}
PayoutTermsPinSchema.setClass(PayoutTermsPinEntity)
