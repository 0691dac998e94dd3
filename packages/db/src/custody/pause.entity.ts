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
    revision: p.integer(),
  },
})

/** Whether payouts of a scope are paused; each reason makes a revision of its own, and approvals are about one. Every scope has a row. */
export class PauseEntity extends PauseSchema.class {}
PauseSchema.setClass(PauseEntity)
