import { invalidRequest } from './api-error.ts'
import type { ListQuery } from './params.ts'

/** A page of a list, newest first. */
export interface ListObject<Item> {
  readonly object: 'list'
  readonly data: readonly Item[]
  readonly has_more: boolean
  readonly url: string
}

interface Listable {
  readonly id: string
  readonly created?: number
}

const DEFAULT_LIMIT = 10

/**
 * One page of items that are given oldest first.
 * @throws {ApiError} of status 400 when the cursor is none of them.
 */
export function pageOf<Item extends Listable>(url: string, oldestFirst: readonly Item[], query: ListQuery): ListObject<Item> {
  const newestFirst = oldestFirst.toReversed().filter((item) => isWithin(item.created ?? 0, query.created))
  const limit = query.limit ?? DEFAULT_LIMIT
  if (query.ending_before !== undefined) {
    const before = newestFirst.slice(0, positionOf(newestFirst, query.ending_before, 'ending_before'))
    return { object: 'list', data: before.slice(-limit), has_more: before.length > limit, url }
  }
  const from = query.starting_after === undefined ? 0 : positionOf(newestFirst, query.starting_after, 'starting_after') + 1
  const rest = newestFirst.slice(from)
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url }
}

/** All items of a list inside another object. */
export const wholeList = <Item>(url: string, oldestFirst: readonly Item[]): ListObject<Item> & { readonly total_count: number } => ({
  object: 'list',
  data: oldestFirst.toReversed(),
  has_more: false,
  total_count: oldestFirst.length,
  url,
})

function positionOf(items: readonly Listable[], id: string, param: string): number {
  const position = items.findIndex((item) => item.id === id)
  if (position < 0) throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param })
  return position
}

function isWithin(created: number, range: ListQuery['created']): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = { ...(range as Range | undefined) }
  return created > gt && created >= gte && created < lt && created <= lte
}

/** Both forms of the parameter, a point and a range, are ranges once parsed. */
interface Range {
  readonly gt?: number
  readonly gte?: number
  readonly lt?: number
  readonly lte?: number
}
