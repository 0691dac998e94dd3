import { defineEntity, p } from '@mikro-orm/core'

const RateWindowSchema = defineEntity({
  name: 'RateWindow',
  tableName: 'rate_window',
  properties: {
    bucket: p.text().primary(),
    startedAt: p.datetime().primary(),
    count: p.integer(),
  },
})

/** How many requests all processes have let through one limit since a moment. */
export class RateWindowEntity extends RateWindowSchema.class {}
RateWindowSchema.setClass(RateWindowEntity)
