import type { Express, IRoute } from 'express'
import { answering } from './answering.ts'
import { allowedMethods, corsHeaders, preflightHeaders } from './cors.ts'
import { deadline } from './deadline.ts'
import { HttpRefusal } from './errors/errors.ts'
import type { Middleware } from './exchange.ts'
import { admit } from './limits/admission.ts'
import type { Route } from './route.ts'
import type { SendAnswer } from './send-answer.ts'

/**
 * Mounts routes on an app. Express takes the first match, so paths without parameters come first.
 * @throws {Error} when two routes have the same method and path.
 */
export function mountRoutes(app: Express, routes: readonly Route[], send: SendAnswer): void {
  const places = [...Map.groupBy(routes, ({ path }) => path)]
  for (const [path, here] of places.toSorted(([one], [other]) => Number(isPattern(one)) - Number(isPattern(other)))) {
    requireOneEach(path, here)
    mountAt(app.route(path.replaceAll(/\{(\w+)\}/g, ':$1')), here, send)
  }
}

const isPattern = (path: string): boolean => path.includes('{')

function requireOneEach(path: string, here: readonly Route[]): void {
  const methods = here.map(({ method }) => method)
  if (new Set(methods).size < methods.length) throw new Error(`${path} is served twice: ${methods.join(', ')}`)
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<Route['method'], string>

/** HEAD runs its GET; OPTIONS and unsupported methods are answered here. */
function mountAt(place: IRoute, here: readonly Route[], send: SendAnswer): void {
  place.all(enter(here))
  for (const route of here) {
    const answer = answering(send, (request) => route.answer(request))
    place[verbs[route.method]](...limitsOf(route), answer)
  }
  place.options(count(), preflight(here, send))
  place.all(notAllowed(here))
}

/** Pages of any origin may read an error where they may read the answer. */
function enter(here: readonly Route[]): Middleware {
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

function preflight(here: readonly Route[], send: SendAnswer): Middleware {
  const headers = { Allow: allowedMethods(here), ...preflightHeaders(here) }
  return (_request, response) => send(response, { status: 200, body: '{}', headers })
}

function notAllowed(here: readonly Route[]): Middleware {
  const headers = { Allow: allowedMethods(here) }
  return ({ method }) => {
    throw new HttpRefusal({ status: 405, code: 'METHOD_NOT_ALLOWED', message: `${method} is not served at this address`, headers })
  }
}
