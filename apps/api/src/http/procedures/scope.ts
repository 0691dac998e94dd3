import { areaByRoom, type Scope } from '@gateway/domain/accounts/scope'

/** A procedure's name (`payments.create`) and whether it only reads. */
export interface NamedProcedure {
  readonly name: string
  readonly type: 'query' | 'mutation' | 'subscription'
}

/**
 * The scope that a key needs for a procedure: the area is its room, and every mutation writes.
 * @throws {Error} when the room has no area: no key could have its scope.
 */
export function scopeOf({ name, type }: NamedProcedure): Scope {
  const area = areaByRoom[name.split('.')[0] ?? '']
  if (!area) throw new Error(`${name} belongs to no area that a key can be made for`)
  return `${area}:${type === 'mutation' ? 'write' : 'read'}`
}
