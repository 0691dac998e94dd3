import type { DomainRoom } from '../kernel/room.ts'
import { type RoomName, rooms } from '../rooms.ts'

type Rooms = typeof rooms
type AreaOf<Name extends RoomName> = Rooms[Name] extends { readonly area: infer Own } ? Own : Name

/** One of the areas of the API that a scope can grant: each is a room. */
export type Area = { [Name in RoomName]: Rooms[Name] extends { readonly hasScope: true } ? AreaOf<Name> : never }[RoomName]

/** The area of each room that has one. */
export const areaByRoom: Readonly<Record<string, Area>> = Object.fromEntries(
  Object.entries<DomainRoom>(rooms).flatMap(([name, { hasScope, area = name }]) =>
    // A room with a scope has an area, by its own name or by the one that it gives.
    hasScope ? [[name, area as Area]] : [],
  ),
)

/** Areas of the API that a scope can grant. */
export const areas: readonly Area[] = Object.values(areaByRoom)

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
