import { defineEntity, p } from '@mikro-orm/core'

const BalanceDaySchema = defineEntity({
  name: 'BalanceDay',
  tableName: 'processor_balance_day',
  properties: {
    startsAt: p.datetime().primary(),
    lines: p.integer(),
    readAt: p.datetime(),
  },
})

/** A day (UTC) whose lines of the platform's balance were read whole. */
export class BalanceDayEntity extends BalanceDaySchema.class {}
BalanceDaySchema.setClass(BalanceDayEntity)
