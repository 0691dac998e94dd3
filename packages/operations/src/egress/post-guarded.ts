import { type Dispatcher, errors } from 'undici'
import type { EgressRules } from '../kernel/context.ts'
import { type CheckedRoute, keepConnection, takeConnection } from './connections.ts'
import { readRetryAfter } from './read-retry-after.ts'
import { lookupFor, resolveTarget } from './resolve-target.ts'
import { type Lookup, readTarget, type Target, type TargetProblem } from './target.ts'

/** A request to an untrusted host. */
export interface GuardedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Private targets that the operator has allowed. */
  readonly allow: EgressRules['allow']
}

/** The outcome of a request. `statusCode` is null when no response began; then `problem` says why. */
export interface GuardedAnswer {
  readonly statusCode: number | null
  readonly retryAfterMs?: number
  readonly problem?: EgressProblem
  readonly durationMs: number
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
 * Sends one POST to a public host and reports the outcome; a receiver cannot make it throw, wait longer, read more or go elsewhere.
 *
 * The name is resolved once, every address is checked, and the socket connects to checked addresses only. Redirects are not followed, proxy
 * settings are not read, bodies are not decompressed. The response body is read and discarded.
 */
export async function postGuarded(post: GuardedPost, wiring: EgressWiring = {}): Promise<GuardedAnswer> {
  const startedAt = performance.now()
  const outcome = await attempt(post, { lookup: wiring.lookup, limits: wiring.limits ?? LIMITS })
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) }
}

type Outcome = Omit<GuardedAnswer, 'durationMs'>

async function attempt(post: GuardedPost, { lookup, limits }: EgressWiring & { readonly limits: EgressLimits }): Promise<Outcome> {
  const target = readTarget(post.url, post.allow)
  if ('problem' in target) return refused(target.problem)
  const signal = AbortSignal.timeout(limits.totalMs)
  try {
    const addresses = await Promise.race([resolveTarget(target, lookup ?? lookupFor(target)), whenAborted(signal)])
    if (!addresses) return refused('not_public')
    const route = { origin: target.url.origin, addresses, connectMs: limits.connectMs }
    return await send(post, { target, route, limits, signal })
  } catch (error) {
    return refused(problemOf(error))
  }
}

const refused = (problem: EgressProblem): Outcome => ({ statusCode: null, problem })

interface Sending {
  readonly target: Target
  readonly route: CheckedRoute
  readonly limits: EgressLimits
  readonly signal: AbortSignal
}

/** A kept connection may have been closed by the receiver, which is not its fault: then a new one is used. */
async function send(post: GuardedPost, sending: Sending): Promise<Outcome> {
  const { client, isKept } = takeConnection(sending.route)
  let isWhole = false
  try {
    const answer = await client.request(requestOf(post, sending))
    const retryAfterMs = readRetryAfter(answer.headers)
    isWhole = await discard(answer.body, sending.limits.answerBytes)
    return { statusCode: answer.statusCode, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  } catch (error) {
    if (isKept && problemOf(error) === 'closed') return await send(post, sending)
    throw error
  } finally {
    if (isWhole) keepConnection(sending.route, client)
    else await client.destroy()
  }
}

function requestOf({ headers, body }: GuardedPost, { target, limits, signal }: Sending): Dispatcher.RequestOptions {
  const path = `${target.url.pathname}${target.url.search}`
  return { method: 'POST', path, headers: { ...headers }, body, signal, headersTimeout: limits.totalMs, bodyTimeout: limits.totalMs }
}

/** Reads at most `most` bytes; false when there was more. The status is known by then, so a body that stalls or breaks off changes nothing. */
async function discard(body: AsyncIterable<Uint8Array>, most: number): Promise<boolean> {
  let read = 0
  try {
    for await (const chunk of body) {
      read += chunk.length
      if (read >= most) return false
    }
    return true
  } catch {
    // Timeouts and broken connections after the status end the reading early, as intended.
    return false
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
