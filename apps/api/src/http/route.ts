import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from './limits/admission.ts'
import { HttpRefusal } from './errors/errors.ts'

/** One request on its way to a route. */
export interface ApiRequest {
  readonly message: IncomingMessage
  readonly requestId: string
  /** Said about the answer while it is made. */
  readonly reply: Reply
  /** Path parameters, decoded once. */
  readonly params: Readonly<Record<string, string>>
  /** Everything after the question mark, not decoded. */
  readonly search: string
}

/** What is sent back. */
export interface Answer {
  readonly status: number
  readonly body: string | Buffer
  /** Why the request was refused, for our records. */
  readonly code?: string
  /** Media type; JSON unless it says otherwise. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Goes on with the answer after its headers, for as long as it likes; `body` is not sent then. */
  readonly stream?: (response: ServerResponse) => void
}

/** One method at one address. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters stand in braces and fill a whole segment. */
  readonly path: string
  readonly cors: boolean
  /** It counts its requests against limits itself; those of every other route are counted by address. */
  readonly isCounted?: true
  /** Requests to the routes of a name are counted apart from all others of their address. */
  readonly countedAs?: string
  /** How long its answer may take to begin, where that is less than what holds for all. */
  readonly answerMs?: number
  answer(request: ApiRequest): Promise<Answer>
}

/** What is served at an address: its routes by method, and the parameters its path carries. */
export interface Place {
  readonly routes: ReadonlyMap<string, Route>
  readonly params: Readonly<Record<string, string>>
}

/** Finds what is served at a path; static segments win over parameters. */
export type Atlas = (path: string) => Place | undefined

type Routes = Map<string, Route>

/** Puts routes in order. @throws {Error} when two claim the same method at the same address. */
export function createAtlas(all: readonly Route[]): Atlas {
  const byPath = new Map<string, Routes>()
  for (const route of all) {
    const routes = byPath.get(route.path) ?? new Map<string, Route>()
    if (routes.has(route.method)) throw new Error(`${route.method} ${route.path} is served twice`)
    byPath.set(route.path, routes.set(route.method, route))
  }
  const patterns = [...byPath].filter(([path]) => path.includes('{')).map(([path, routes]) => ({ segments: path.split('/'), routes }))
  return (path) => {
    const routes = path.includes('{') ? undefined : byPath.get(path)
    return routes ? { routes, params: {} } : findPattern(patterns, path.split('/'))
  }
}

/** Splits before it decodes, so that an encoded slash stays inside its segment. */
function findPattern(patterns: readonly { segments: readonly string[]; routes: Routes }[], segments: readonly string[]): Place | undefined {
  const pattern = patterns.find((candidate) => fits(candidate.segments, segments))
  if (!pattern) return undefined
  const params = pattern.segments.flatMap((name, index) => (isParameter(name) ? [[name.slice(1, -1), decode(segments[index] ?? '')]] : []))
  return { routes: pattern.routes, params: Object.fromEntries(params) }
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]))

/** @throws {HttpRefusal} 400 for malformed percent-encoding. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (cause) {
    const message = 'The address is not percent-encoded properly'
    throw Object.assign(new HttpRefusal({ status: 400, code: 'VALIDATION_ERROR', message }), { cause })
  }
}
