import { defineEntity, p } from '@mikro-orm/core'

const StatusListSchema = defineEntity({
  name: 'StatusList',
  tableName: 'status_list',
  properties: {
    id: p.integer().primary(),
    jwt: p.text().strictNullable(),
    signedAt: p.datetime().strictNullable(),
    isDue: p.boolean(),
  },
})

/** A status list as it was last signed; `isDue` when it is to be signed again at once. */
export class StatusListEntity extends StatusListSchema.class {}
StatusListSchema.setClass(StatusListEntity)
