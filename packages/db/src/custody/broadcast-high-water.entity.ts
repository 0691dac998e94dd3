import { defineEntity, p } from '@mikro-orm/core'

const BroadcastHighWaterSchema = defineEntity({
  name: 'BroadcastHighWater',
  tableName: 'broadcast_high_water',
  properties: {
    sole: p.boolean().primary(),
    seq: p.bigint(),
  },
})

/** The one row that says which attempts a file outside the database knows; no other is sent. */
export class BroadcastHighWaterEntity extends BroadcastHighWaterSchema.class {}
BroadcastHighWaterSchema.setClass(BroadcastHighWaterEntity)
