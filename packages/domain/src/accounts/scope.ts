import { type RoomName, rooms } from '../rooms.ts'

/** Areas that keys can be given rights to although nothing of them is built yet. */
const planned = ['reputation'] as const

type ScopedRoom = { [Name in RoomName]: (typeof rooms)[Name] extends { readonly hasScope: true } ? Name : never }[RoomName]

/** One of the areas of the API that a scope can grant: a room, or a planned one. */
export type Area = ScopedRoom | (typeof planned)[number]

/** Areas of the API that a scope can grant. */
export const areas: readonly Area[] = [
  ...Object.entries(rooms).flatMap(([name, room]) => ('hasScope' in room ? [name as ScopedRoom] : [])),
  ...planned,
]

/** Read or write access. */
const accesses = ['read', 'write'] as const

/** Lets a key change the wallets that money is forwarded to. `*` does not include it, so that a stolen key cannot redirect money. */
export const WALLETS_WRITE = 'wallets:write'

/** A scope: everything but wallets, one area to read or to write, or wallets. */
export type Scope = '*' | `${Area}:${(typeof accesses)[number]}` | typeof WALLETS_WRITE

/** Every scope, the widest first. */
export const allScopes: readonly Scope[] = [
  '*',
  ...areas.flatMap((area) => accesses.map((access) => `${area}:${access}` as const)),
  WALLETS_WRITE,
]

/** True when one of the scopes grants the wanted one. Write includes read. */
export const opens = (scopes: readonly Scope[], wanted: Scope): boolean => scopes.some((scope) => isWithin(wanted, scope))

/** True when `inner` grants nothing beyond `outer`. */
export const areWithin = (inner: readonly Scope[], outer: readonly Scope[]): boolean => inner.every((scope) => opens(outer, scope))

function isWithin(wanted: Scope, scope: Scope): boolean {
  if (wanted === WALLETS_WRITE || scope === WALLETS_WRITE) return scope === wanted
  return scope === '*' || scope === wanted || wanted === scope.replace(/:write$/, ':read')
}
