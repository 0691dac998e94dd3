import type { PauseScope } from '@gateway/domain/custody/pause'
import { defineEntity, p } from '@mikro-orm/core'

const PauseSchema = defineEntity({
  name: 'Pause',
  tableName: 'pause',
  properties: {
    scope: p.text().primary().$type<PauseScope>(),
    pausedAt: p.datetime().strictNullable(),
    pausedBy: p.text().strictNullable(),
    reason: p.text().strictNullable(),
    approvedBy: p.array().$type<string[]>(),
  },
})

/** Whether payouts of a scope are paused, and who has asked for the pause to be lifted. Every scope has a row, so there always is one to lock. */
export class PauseEntity extends PauseSchema.class {}
PauseSchema.setClass(PauseEntity)
