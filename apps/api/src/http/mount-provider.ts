import { findPortalUser } from '@gateway/operations/oauth/interaction/portal-user'
import { providerPlaces, routes } from '@gateway/operations/oauth/provider/routes'
import { withinRequest } from '@gateway/operations/oauth/store/oauth-request'
import type { Express } from 'express'
import type { IncomingMessage } from 'node:http'
import type { ServerContext } from '../context.ts'
import { readBytes } from './bodies/read-bytes.ts'
import { unreadForm } from './bodies/unread-form.ts'
import type { ApiResponse, Middleware } from './exchange.ts'
import { admit } from './limits/admission.ts'
import type { ServedRequest } from './log-request.ts'
import { logRequest } from './log-request.ts'
import { mountAt } from './mount-routes.ts'
import { type SendAnswer, standardHeaders } from './send-answer.ts'
import { sessionCookieOf } from './session-cookie.ts'

const SECOND_MS = 1_000
/** Endpoints of programs, which may send JSON too. */
const PROGRAMS: ReadonlySet<string> = new Set([routes.token, routes.revocation])
/** Where errors are answered as objects, whatever a browser would take. */
const FOR_PROGRAMS = /^\/oauth\/(?:token|revoke|userinfo)$|^\/\.well-known\//
/** Endpoints of browsers that may be asked by a form: the cookies of a user come only with GET from another site. */
const ASKED_BY_FORM: ReadonlySet<string> = new Set([routes.authorization, routes.end_session])
/** Endpoints whose body is read here, within the limits of all others; the library reads it once more. */
const READ_HERE: ReadonlySet<string> = new Set([...PROGRAMS, ...ASKED_BY_FORM])

interface Watching {
  /** Sends what the library is not asked for: preflights and refusals of methods. */
  readonly send: SendAnswer
  readonly observe?: ((served: ServedRequest) => void) | undefined
}

/**
 * Lets the library for OpenID Connect answer exactly its own paths. Its answers have several cookies, so they do not pass the sender of all
 * others: the log, the counts and the headers of every answer are made here.
 */
export function mountProvider(app: Express, api: ServerContext, { send, observe }: Watching): void {
  for (const here of Map.groupBy(providerPlaces, ({ path }) => path).values())
    mountAt(app, here, { send, handlersOf: ({ path }) => [handlerOf(api, { path, observe })] })
}

const handlerOf =
  (api: ServerContext, { path, observe }: Pick<Watching, 'observe'> & { path: string }): Middleware =>
  async (request, response) => {
    // The server of a website asks for all its users from one address.
    admit(response.locals, 'default', path)
    for (const [name, value] of Object.entries({ ...standardHeaders(response.locals.requestId), ...response.locals.reply.headers }))
      response.setHeader(name, value)
    const isPost = request.method === 'POST'
    const body = isPost && READ_HERE.has(path) ? await readBytes(request) : undefined
    const provider = await api.openid.current()
    const user = await findPortalUser(api, sessionCookieOf(request))
    // What is refused before is logged where refusals are.
    response.once('finish', () => noteAnswer(api, response, observe))
    if (isPost && ASKED_BY_FORM.has(path)) return sendAsGet(response, path, body)
    const message = body ? unreadForm(request, body) : request
    prepare(message, { publicUrl: api.publicUrl, isProgram: FOR_PROGRAMS.test(path) })
    await withinRequest({ user }, () => provider.callback()(message, response))
  }

/** The library makes addresses of the request's host: it sees the one of the settings alone. Browsers get pages, programs JSON. */
function prepare(message: IncomingMessage, { publicUrl, isProgram }: { publicUrl: string; isProgram: boolean }): void {
  const { host, protocol } = new URL(publicUrl)
  delete message.headers['x-forwarded-host']
  Object.assign(message.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1), accept: isProgram ? 'application/json' : 'text/html' })
  const { url = '' } = message
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
  // Only answers in the query are served, which is the default (RFC 6749 §4.1.2).
  query.delete('response_mode')
  message.url = query.size === 0 ? path : `${path}?${query.toString()}`
  Object.assign(message, { originalUrl: message.url })
}

/** A request by a form is asked again by GET. */
function sendAsGet(response: ApiResponse, path: string, body: Buffer | undefined): void {
  const search = new URLSearchParams(body?.toString('utf8')).toString()
  response.writeHead(303, { Location: `${path}?${search}`, 'Content-Type': 'text/plain; charset=utf-8' })
  response.end('Go on\n')
}

function noteAnswer(api: ServerContext, response: ApiResponse, observe: Watching['observe']): void {
  const { requestId, startedAt, route } = response.locals
  const { method } = response.req
  const served = { method, route, status: response.statusCode, seconds: (performance.now() - startedAt) / SECOND_MS }
  observe?.(served)
  logRequest(api.log, { ...served, requestId, code: undefined, operations: [`${method} ${route}`] })
}
