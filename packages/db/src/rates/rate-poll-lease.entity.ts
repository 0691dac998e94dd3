import { defineEntity, p } from '@mikro-orm/core'

const RatePollLeaseSchema = defineEntity({
  name: 'RatePollLease',
  tableName: 'rate_poll_lease',
  properties: {
    sole: p.boolean().primary(),
    begunAt: p.datetime(),
  },
})

/** When the sources were last asked. The process that moves it asks them. */
export class RatePollLeaseEntity extends RatePollLeaseSchema.class {}
RatePollLeaseSchema.setClass(RatePollLeaseEntity)
