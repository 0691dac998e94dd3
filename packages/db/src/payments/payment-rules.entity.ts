import { defineEntity, p } from '@mikro-orm/core'

const PaymentRulesSchema = defineEntity({
  name: 'PaymentRules',
  tableName: 'payment_rules',
  properties: {
    id: p.text().primary(),
    content: p.text(),
    storedAt: p.datetime(),
  },
})

/** Rules that payments were created under, as one text. The id follows from the text, which nobody can change. */
export class PaymentRulesEntity extends PaymentRulesSchema.class {}
PaymentRulesSchema.setClass(PaymentRulesEntity)
