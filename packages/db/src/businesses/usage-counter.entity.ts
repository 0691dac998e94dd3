import type { Mode } from '@gateway/domain/kernel/id'
import { defineEntity, p } from '@mikro-orm/core'

const UsageCounterSchema = defineEntity({
  name: 'UsageCounter',
  tableName: 'usage_counter',
  properties: {
    businessId: p.uuid().primary(),
    mode: p.text().$type<Mode>().primary(),
    period: p.text().primary(),
    current: p.integer(),
    givenBack: p.integer(),
  },
})

/** Counted creations of a business in one UTC calendar month, and how many more there were that have been given back. */
export class UsageCounterEntity extends UsageCounterSchema.class {}
UsageCounterSchema.setClass(UsageCounterEntity)
