import { type Dispatcher, errors } from 'undici'
import type { EgressRules } from '../kernel/context.ts'
import { type CheckedRoute, keepConnection, takeConnection } from './connections.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { lookupFor, resolveTarget } from './resolve-target.ts'
import { type Lookup, readTarget, type Target, type TargetProblem } from './target.ts'

/** A request to an untrusted host. */
export interface GuardedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Private targets that the operator has allowed. */
  readonly allow: EgressRules['allow']
}

/** The outcome of a request. `statusCode` is null when no response began; then `problem` says why. */
export interface GuardedOutcome {
  readonly statusCode: number | null
  readonly retryAfterMs?: number
  readonly problem?: EgressProblem
  /** What was read of the body; undefined where it was longer than the limit, or broke off. */
  readonly body?: Buffer | undefined
}

/** Why there was no response; safe to show, because it reveals nothing about our network. */
type EgressProblem = TargetProblem | 'unresolvable' | 'unreachable' | 'connect_timeout' | 'timeout' | 'tls' | 'closed' | 'malformed_answer'

/** Time and size limits of a response. */
export interface EgressLimits {
  readonly connectMs: number
  readonly totalMs: number
  readonly answerBytes: number
}

/** Test hooks of the client: a resolver of its own and shorter limits. */
export interface EgressWiring {
  readonly lookup?: Lookup | undefined
  readonly limits?: EgressLimits
}

const LIMITS: EgressLimits = { connectMs: 5_000, totalMs: 10_000, answerBytes: 16 * 1024 }

/**
 * Sends one request to a public host and reports the outcome; a receiver cannot make it throw, wait longer, read more or go elsewhere.
 *
 * The name is resolved once, every address is checked, and the socket connects to checked addresses only. Redirects are not followed, proxy
 * settings are not read, bodies are not decompressed.
 */
export async function requestGuarded(request: GuardedRequest, { lookup, limits = LIMITS }: EgressWiring = {}): Promise<GuardedOutcome> {
  const target = readTarget(request.url, request.allow)
  if ('problem' in target) return refused(target.problem)
  const signal = AbortSignal.timeout(limits.totalMs)
  try {
    const addresses = await Promise.race([resolveTarget(target, lookup ?? lookupFor(target)), whenAborted(signal)])
    if (!addresses) return refused('not_public')
    const route = { origin: target.url.origin, addresses, connectMs: limits.connectMs }
    return await send(request, { target, route, limits, signal })
  } catch (error) {
    return refused(problemOf(error))
  }
}

const refused = (problem: EgressProblem): GuardedOutcome => ({ statusCode: null, problem })

interface Sending {
  readonly target: Target
  readonly route: CheckedRoute
  readonly limits: EgressLimits
  readonly signal: AbortSignal
}

/** A kept connection may have been closed by the receiver, which is not its fault: then a new one is used. */
async function send(request: GuardedRequest, sending: Sending): Promise<GuardedOutcome> {
  const { client, isKept } = takeConnection(sending.route)
  let body: Buffer | undefined
  try {
    const answer = await client.request(requestOf(request, sending))
    const retryAfterMs = readRetryAfter(answer.headers)
    body = await readAtMost(answer.body, sending.limits.answerBytes)
    return { statusCode: answer.statusCode, body, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  } catch (error) {
    if (isKept && problemOf(error) === 'closed') return await send(request, sending)
    throw error
  } finally {
    if (body) keepConnection(sending.route, client)
    else await client.destroy()
  }
}

function requestOf({ method, headers, body }: GuardedRequest, { target, limits, signal }: Sending): Dispatcher.RequestOptions {
  const path = `${target.url.pathname}${target.url.search}`
  return { method, path, headers: { ...headers }, body: body ?? null, signal, headersTimeout: limits.totalMs, bodyTimeout: limits.totalMs }
}

/**
 * Reads at most `most` bytes; undefined when there were more. The status is known by then, so a body that stalls or breaks off changes nothing.
 */
async function readAtMost(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer | undefined> {
  const read: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      length += chunk.length
      if (length >= most) return undefined
      read.push(chunk)
    }
    return Buffer.concat(read)
  } catch {
    // Timeouts and broken connections after the status end the reading early, as intended.
    return undefined
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('out of time', 'TimeoutError')), { once: true })
  })

const problems: Readonly<Record<string, EgressProblem>> = {
  TimeoutError: 'timeout',
  HTTPParserError: 'malformed_answer',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  ETIMEDOUT: 'connect_timeout',
  ENOTFOUND: 'unresolvable',
  EAI_AGAIN: 'unresolvable',
  ENODATA: 'unresolvable',
  ESERVFAIL: 'unresolvable',
  EREFUSED: 'unresolvable',
  EBADRESP: 'unresolvable',
  EBADNAME: 'unresolvable',
  ETIMEOUT: 'unresolvable',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  UND_ERR_HEADERS_OVERFLOW: 'malformed_answer',
}

/** Bugs of ours are thrown; every failure that a network or receiver can cause has a name. */
function problemOf(error: unknown): EgressProblem {
  if (!(error instanceof Error) || error instanceof errors.InvalidArgumentError) throw error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return problems[error.name] ?? problems[code] ?? (isTlsCode(code) ? 'tls' : 'closed')
}

/** Certificate errors have OpenSSL's names, without a common prefix. */
const isTlsCode = (code: string): boolean => /TLS|SSL|CERT|SIGNATURE|ISSUER|EPROTO/.test(code)
