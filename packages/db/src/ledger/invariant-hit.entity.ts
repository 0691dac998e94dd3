import type { PauseScope } from '@gateway/domain/custody/pause'
import { defineEntity, p } from '@mikro-orm/core'

const InvariantHitSchema = defineEntity({
  name: 'InvariantHit',
  tableName: 'invariant_hit',
  properties: {
    invariant: p.text().primary(),
    hit: p.text().primary(),
    scope: p.text().$type<PauseScope>(),
    foundAt: p.datetime(),
  },
})

/** Something that breaks an invariant, and what was paused because of it. */
export class InvariantHitEntity extends InvariantHitSchema.class {}
InvariantHitSchema.setClass(InvariantHitEntity)
