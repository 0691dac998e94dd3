import type { AnyTRPCRouter } from '@trpc/server'
import type { IncomingMessage } from 'node:http'
import type { ServerContext } from '../context.ts'
import { admit, countRest, type Incoming, newReply } from './limits/admission.ts'
import { canonicalPath } from './aliases.ts'
import { clientAddressOf } from './limits/client-address.ts'
import { allowedMethods, corsHeaders, preflightHeaders } from './cors.ts'
import { HttpRefusal, notFound, presentRefusal, type Refusal } from './errors/errors.ts'
import { logRequest } from './log-request.ts'
import { noteRefusal } from './errors/note-refusal.ts'
import { type Answer, type ApiRequest, createAtlas, type Place, type Route } from './route.ts'
import { withinTime } from './deadline.ts'
import { answerRpc, operationsOf, RPC_PREFIX } from './procedures/rpc.ts'

/** Turns a request into an answer, whatever happens. */
export type Dispatcher = (message: IncomingMessage, requestId: string) => Promise<Answer>

/** A request that was answered, in words that say nothing about its caller. */
export interface ServedRequest {
  readonly method: string
  /** Template of the route, `/rpc` or `unknown`. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** What a dispatcher serves. */
interface Served {
  readonly api: ServerContext
  readonly router: AnyTRPCRouter
  readonly routes: readonly Route[]
  readonly observe?: ((served: ServedRequest) => void) | undefined
  /** How long making an answer may take. */
  readonly answerMs: number
}

const MS = 1_000

/** The one way in: aliases, then the RPC prefix, then routes. It never rejects; what nobody foresaw is logged and answered with 500. */
export function createDispatcher({ api, router, routes, observe, answerMs }: Served): Dispatcher {
  const atlas = createAtlas(routes)
  return async (message, requestId) => {
    const { path, search } = targetOf(message)
    const startedAt = performance.now()
    let cors: Readonly<Record<string, string>> = {}
    const isRpc = path.startsWith(RPC_PREFIX)
    let found = isRpc ? '/rpc' : 'unknown'
    const reply = newReply()
    const incoming = { limiter: api.limiter, reply, address: clientAddressOf(message, api.trustedProxies) }
    const make = async (): Promise<Answer> => {
      if (isRpc) return answerRpc(router, api, { message, requestId, reply, search, params: {} })
      const place = atlas(canonicalPath(path))
      if (!place) throw new HttpRefusal(notFound)
      cors = corsHeaders(place.routes)
      found = templateOf(place) ?? found
      return answerAt(place, { incoming, request: { message, requestId, reply, search, params: place.params } })
    }
    const answer = await guarded(api, { message, requestId }, () => countRest(incoming, withinTime(make(), { message, ms: answerMs })))
    const seconds = (performance.now() - startedAt) / MS
    const served = { method: knownMethod(message), route: found, status: answer.status, seconds }
    observe?.(served)
    const operations = isRpc ? operationsOf(router, path) : [`${served.method} ${found}`]
    logRequest(api.log, { ...served, requestId, code: answer.code, operations })
    return { ...answer, headers: { ...cors, ...reply.headers, ...answer.headers } }
  }
}

const templateOf = ({ routes }: Place): string | undefined => [...routes.values()][0]?.path

const METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
// Callers may write any word there.
const knownMethod = ({ method }: IncomingMessage): string => (METHODS.has(method) ? (method ?? '') : 'other')

function targetOf(message: IncomingMessage): { path: string; search: string } {
  const target = message.url ?? ''
  const mark = target.indexOf('?')
  return mark < 0 ? { path: target, search: '' } : { path: target.slice(0, mark), search: target.slice(mark + 1) }
}

/** OPTIONS and unknown methods are answered here; HEAD runs its GET. */
async function answerAt({ routes }: Place, { incoming, request }: { incoming: Incoming; request: ApiRequest }): Promise<Answer> {
  const { method = 'GET' } = request.message
  const route = routes.get(method === 'HEAD' ? 'GET' : method)
  if (route && !route.isCounted) admit(incoming, 'default', route.countedAs)
  if (route) return answerOf(route, request)
  const allow = { Allow: allowedMethods(routes) }
  if (method === 'OPTIONS') return { status: 200, body: '{}', headers: { ...allow, ...preflightHeaders(routes) } }
  throw new HttpRefusal({ status: 405, code: 'METHOD_NOT_ALLOWED', message: `${method} is not served at this address`, headers: allow })
}

const answerOf = (route: Route, request: ApiRequest): Promise<Answer> =>
  route.answerMs === undefined ? route.answer(request) : withinTime(route.answer(request), { message: request.message, ms: route.answerMs })

async function guarded(
  api: ServerContext,
  request: Pick<ApiRequest, 'requestId' | 'message'>,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    return refusedBy(noteRefusal(api, request, error), request.requestId)
  }
}

const refusedBy = (refusal: Refusal, requestId: string): Answer => ({
  status: refusal.status,
  code: refusal.code,
  headers: refusal.headers ?? {},
  body: JSON.stringify(presentRefusal(refusal, requestId)),
})
