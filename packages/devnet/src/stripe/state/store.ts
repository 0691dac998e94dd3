import { resourceMissing } from '../wire/api-error.ts'
import type { ObjectKind, ObjectOf, StoredObject } from '../objects/stored-object.ts'
import type { World } from './world.ts'

/** An account's objects of a kind; no account means every account's. */
export interface Scope<Kind extends ObjectKind> {
  readonly kind: Kind
  readonly account?: string
  /** The parameter that a refusal names; `id` when absent. */
  readonly param?: string
}

/** Stores an object of an account, in place of an earlier form of it. */
export function save<Saved extends StoredObject>(world: World, account: string, object: Saved): Saved {
  world.state.objects[object.id] = { account, object }
  world.changed()
  return object
}

/** Stores changed members of an object. */
export function update<Changed extends StoredObject>(world: World, object: Changed, changes: Partial<Changed>): Changed {
  return save(world, ownerOf(world, object.id), { ...object, ...changes })
}

/** The object of an id, if the account has one of that kind. */
export function find<Kind extends ObjectKind>(world: World, { kind, account }: Scope<Kind>, id: string): ObjectOf<Kind> | undefined {
  const stored = Object.hasOwn(world.state.objects, id) ? world.state.objects[id] : undefined
  if (!stored || (account !== undefined && stored.account !== account)) return undefined
  return isOfKind(stored.object, kind) ? stored.object : undefined
}

/**
 * The object of an id.
 * @throws {ApiError} of status 404 when the account has none of that kind.
 */
export function get<Kind extends ObjectKind>(world: World, scope: Scope<Kind>, id: string): ObjectOf<Kind> {
  const found = find(world, scope, id)
  if (!found) throw resourceMissing(scope.kind, id, scope.param)
  return found
}

/** The objects of a kind, oldest first. */
export function all<Kind extends ObjectKind>(world: World, { kind, account }: Scope<Kind>): ObjectOf<Kind>[] {
  return Object.values(world.state.objects).flatMap((stored) =>
    (account === undefined || stored.account === account) && isOfKind(stored.object, kind) ? [stored.object] : [],
  )
}

/** The account that an object belongs to. */
export function ownerOf(world: World, id: string): string {
  const stored = world.state.objects[id]
  if (!stored) throw resourceMissing('object', id)
  return stored.account
}

const isOfKind = <Kind extends ObjectKind>(object: StoredObject, kind: Kind): object is ObjectOf<Kind> => object.object === kind
