import type { ObjectKind, ObjectOf } from '../objects/stored-object.ts'
import { get } from '../state/store.ts'
import { type Call, idOf } from './route.ts'

/**
 * Reads the object of a kind that a path names first, of the account that the request acts on; `param` is what a refusal names.
 * @throws {ApiError} of status 404 when the account has none.
 */
export const objectAt =
  <Kind extends ObjectKind>(kind: Kind, param: string) =>
  ({ world, account, ...call }: Pick<Call<unknown>, 'world' | 'account' | 'ids'>): ObjectOf<Kind> =>
    get(world, { kind, account, param }, idOf(call))
