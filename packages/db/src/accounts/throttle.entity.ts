import { defineEntity, p } from '@mikro-orm/core'

const ThrottleSchema = defineEntity({
  name: 'Throttle',
  tableName: 'throttle',
  properties: {
    subject: p.text().primary(),
    count: p.integer(),
    streak: p.integer(),
    restartsAt: p.datetime(),
    blockedUntil: p.datetime().strictNullable(),
  },
})

/** Attempts by one account or address. `count` begins anew at `restartsAt`; `streak` does not before one turns out well. */
export class ThrottleEntity extends ThrottleSchema.class {}
ThrottleSchema.setClass(ThrottleEntity)
