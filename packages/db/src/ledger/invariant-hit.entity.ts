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

/** A violation of an invariant, and the scope that was paused because of it. */
export class InvariantHitEntity extends InvariantHitSchema.class {}
InvariantHitSchema.setClass(InvariantHitEntity)
