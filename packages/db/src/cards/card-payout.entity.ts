import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'
import { UnitsType } from '../kernel/units.type.ts'

const CardPayoutSchema = defineEntity({
  name: 'CardPayout',
  tableName: 'card_payout',
  properties: {
    id: p.uuid().primary(),
    merchantId: p.uuid(),
    businessId: p.uuid(),
    mode: p.text().$type<Mode>(),
    processorPayoutId: p.text(),
    status: p.text(),
    amountMinor: p.type(UnitsType).$type<bigint>(),
    currency: p.text(),
    arrivesAt: p.datetime(),
    failureCode: p.text().strictNullable(),
    asOf: p.datetime(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A payout of the processor to the bank of a merchant. */
export class CardPayoutEntity extends CardPayoutSchema.class {}
CardPayoutSchema.setClass(CardPayoutEntity)
