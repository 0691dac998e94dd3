import { areas, type Area, type Scope } from '@gateway/domain/accounts/scope'

/** A procedure's name (`payments.create`) and whether it only reads. */
export interface NamedProcedure {
  readonly name: string
  readonly type: 'query' | 'mutation' | 'subscription'
}

/** Rooms whose area has another name in the contract. */
const areaByRoom: Readonly<Record<string, Area>> = {
  ...Object.fromEntries(areas.map((area) => [area, area])),
  identity: 'reputation',
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
