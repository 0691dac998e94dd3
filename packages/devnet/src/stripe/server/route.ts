import type { z } from 'zod'
import type { World } from '../state/world.ts'
import { checkParams } from '../wire/check-params.ts'
import type { FormParams } from '../wire/form.ts'
import type { Permission } from './permissions.ts'

/** A request as an operation sees it. */
export interface Call<Params> {
  readonly world: World
  /** The account that the request acts on: the one of the header, else the platform. */
  readonly account: string
  /** Parts of the path in order, without the fixed ones. */
  readonly ids: readonly string[]
  readonly params: Params
  readonly path: string
}

/** An operation, its parameters not parsed yet. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** `:` marks a part that varies. */
  readonly path: string
  readonly permission: Permission
  /** Parses the parameters, and returns what carries the request out. */
  readonly prepare: (sent: FormParams) => (call: Omit<Call<unknown>, 'params'>) => unknown
}

interface RouteOf<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly permission: Permission
  readonly params: Schema
  readonly handle: (call: Call<z.output<Schema>>) => unknown
}

/** An operation of the API: its address, what a key needs for it, which parameters it takes, and what it does. */
export const route = <Schema extends z.ZodType>({ params, handle, ...address }: RouteOf<Schema>): Route => ({
  ...address,
  prepare: (sent) => {
    const parsed = checkParams(params, sent)
    return (call) => handle({ ...call, params: parsed })
  },
})

/** A matching operation and the varying parts of the path. */
export interface Match {
  readonly route: Route
  readonly ids: readonly string[]
}

/** The operation of a method and path. */
export function matchRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  const parts = path.split('/')
  const route = routes.find((candidate) => candidate.method === method && isMatch(candidate.path.split('/'), parts))
  if (!route) return undefined
  const ids = route.path.split('/').flatMap((part, at) => (part.startsWith(':') ? [decodeURIComponent(parts[at] ?? '')] : []))
  return { route, ids }
}

const isMatch = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length && pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))

/** The first varying part of the path. */
export const idOf = ({ ids }: { readonly ids: readonly string[] }): string => ids[0] ?? ''
