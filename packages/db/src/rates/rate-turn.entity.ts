import { defineEntity, p } from '@mikro-orm/core'

const RateTurnSchema = defineEntity({
  name: 'RateTurn',
  tableName: 'rate_turn',
  properties: {
    sole: p.boolean().primary(),
    begunAt: p.datetime(),
  },
})

/** When the sources were last asked. Whoever moves it asks them. */
export class RateTurnEntity extends RateTurnSchema.class {}
RateTurnSchema.setClass(RateTurnEntity)
