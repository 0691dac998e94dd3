import { defineEntity, p } from '@mikro-orm/core'

const RoleHeartbeatSchema = defineEntity({
  name: 'RoleHeartbeat',
  tableName: 'role_heartbeat',
  properties: {
    role: p.text().primary(),
    at: p.datetime(),
  },
})

/** When a worker role last said that it is alive. */
export class RoleHeartbeatEntity extends RoleHeartbeatSchema.class {}
RoleHeartbeatSchema.setClass(RoleHeartbeatEntity)
