import type { Express } from 'express'
import { answering } from './answering.ts'
import { allowedMethods, corsHeaders, preflightHeaders } from './cors.ts'
import { deadline } from './deadline.ts'
import { HttpRefusal } from './errors/errors.ts'
import type { Middleware } from './exchange.ts'
import { admit } from './limits/admission.ts'
import type { Place, Route } from './route.ts'
import type { SendAnswer } from './send-answer.ts'

/**
 * Mounts routes on an app. Express takes the first match, so paths without parameters come first.
 * @throws {Error} when two routes have the same method and path.
 */
export function mountRoutes(app: Express, routes: readonly Route[], send: SendAnswer): void {
  const places = [...Map.groupBy(routes, ({ path }) => path)]
  for (const [path, here] of places.toSorted(([one], [other]) => Number(isPattern(one)) - Number(isPattern(other)))) {
    requireOneEach(path, here)
    mountAt(app, here, { send, handlersOf: (route) => [...limitsOf(route), answering(send, (request) => route.answer(request))] })
  }
}

interface Answers<Served extends Place> {
  readonly send: SendAnswer
  readonly handlersOf: (place: Served) => readonly Middleware[]
}

/** Mounts the methods of one path. HEAD runs its GET; OPTIONS and unsupported methods are answered here. */
export function mountAt<Served extends Place>(app: Express, here: readonly Served[], { send, handlersOf }: Answers<Served>): void {
  const [{ path } = { path: '' }] = here
  const place = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
  place.all(enter(here))
  for (const served of here) place[verbs[served.method]](...handlersOf(served))
  place.options(count(), preflight(here, send))
  place.all(notAllowed(here))
}

const isPattern = (path: string): boolean => path.includes('{')

function requireOneEach(path: string, here: readonly Route[]): void {
  const methods = here.map(({ method }) => method)
  if (new Set(methods).size < methods.length) throw new Error(`${path} is served twice: ${methods.join(', ')}`)
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<Route['method'], string>

/** Pages of any origin may read an error where they may read the answer. */
function enter(here: readonly Place[]): Middleware {
  const [route = 'unknown'] = here.map(({ path }) => path)
  const headers = corsHeaders(here)
  return (_request, response, next) => {
    response.locals.route = route
    Object.assign(response.locals.reply.headers, headers)
    next()
  }
}

const limitsOf = ({ isCounted, countedAs, answerMs }: Route): Middleware[] => [
  ...(isCounted ? [] : [count(countedAs)]),
  ...(answerMs === undefined ? [] : [deadline(answerMs)]),
]

const count =
  (countedAs?: string): Middleware =>
  (_request, response, next) => {
    admit(response.locals, 'default', countedAs)
    next()
  }

function preflight(here: readonly Place[], send: SendAnswer): Middleware {
  const headers = { Allow: allowedMethods(here), ...preflightHeaders(here) }
  return (_request, response) => send(response, { status: 200, body: '{}', headers })
}

function notAllowed(here: readonly Place[]): Middleware {
  const headers = { Allow: allowedMethods(here) }
  return ({ method }) => {
    throw new HttpRefusal({ status: 405, code: 'METHOD_NOT_ALLOWED', message: `${method} is not served at this address`, headers })
  }
}
