import { invalidRequest } from './api-error.ts'

/** The object of an id, in the form in which it is sent. */
export type Lookup = (id: string) => object | undefined

const MAX_DEPTH = 4

/**
 * Puts whole objects in place of their ids, along paths such as `latest_charge.balance_transaction` or `data.charge`.
 * @throws {ApiError} of status 400 when a path leads to something that cannot be expanded.
 */
export function expandAll(answer: unknown, paths: readonly string[], lookup: Lookup): unknown {
  return paths.reduce((expanded, path) => expandPath(expanded, path, lookup), answer)
}

function expandPath(answer: unknown, path: string, lookup: Lookup): unknown {
  const parts = path.split('.')
  const depth = parts.filter((part) => part !== 'data').length
  if (depth > MAX_DEPTH) throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property`, { param: 'expand' })
  return expandAt(answer, parts, { path, lookup })
}

interface Expansion {
  readonly path: string
  readonly lookup: Lookup
}

function expandAt(value: unknown, [part, ...rest]: readonly string[], expansion: Expansion): unknown {
  if (part === undefined) return value
  if (Array.isArray(value)) return value.map((item) => expandAt(item, [part, ...rest], expansion))
  if (typeof value !== 'object' || value === null || !(part in value)) throw notExpandable(expansion.path)
  const member: unknown = Reflect.get(value, part)
  // Nothing is there to be expanded in this object; in another one there may be.
  if (member === null) return value
  return { ...value, [part]: expandAt(objectOf(member, expansion), rest, expansion) }
}

function objectOf(member: unknown, { path, lookup }: Expansion): unknown {
  if (typeof member === 'object') return member
  const found = typeof member === 'string' ? lookup(member) : undefined
  if (!found) throw notExpandable(path)
  return found
}

const notExpandable = (path: string) => invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
