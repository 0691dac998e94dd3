import { GatewayError, refusalOf } from './gateway-error.ts'
import { pause } from './pause.ts'
import { waitBeforeNext } from './retry.ts'
import { untilAnyAborts } from './until-any-aborts.ts'

/** A request before it is sent. */
export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData
  /** True when a repetition has no second effect. */
  readonly isSafe: boolean
  readonly answer: 'json' | 'blob'
}

/** How requests are sent and repeated, the same for all calls of a client. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch
  /** How often a failed call may be repeated. */
  readonly maxRetries: number
}

/** The timeout of a request, and its signal. */
export interface Limits extends Transport {
  /** For all attempts together, waits included. */
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** The maximum of timers (HTML, timers: a signed 32-bit integer): nearly 25 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Sends a request, with retries where that is safe and useful, and returns its parsed answer.
 * @throws {GatewayError} when it was rejected, or no answer arrived in time.
 * @throws the reason of the caller's signal.
 */
export async function send(outgoing: Outgoing, { timeoutMs, signal: given, fetch, maxRetries }: Limits): Promise<unknown> {
  const deadline = AbortSignal.timeout(Math.min(Math.ceil(timeoutMs), LONGEST_TIMER_MS))
  const endsAt = performance.now() + timeoutMs
  const signals = given ? [given, deadline] : [deadline]
  for (let number = 1; ; number += 1) {
    try {
      return await untilAnyAborts(signals, (signal) => attempt(outgoing, { fetch, signal }))
    } catch (cause) {
      given?.throwIfAborted()
      if (deadline.aborted) throw timedOut(outgoing, { timeoutMs, cause })
      const error = cause instanceof GatewayError ? cause : connectionFailed(outgoing, cause)
      const remainingMs = endsAt - performance.now()
      const waitMs = waitBeforeNext({ error, number, isSafe: outgoing.isSafe, remainingMs, maxRetries }, Math.random())
      if (waitMs === undefined) throw error
      await pause(waitMs, given)
    }
  }
}

async function attempt(
  { method, url, headers, body, answer }: Outgoing,
  { fetch, signal }: { readonly fetch: Transport['fetch']; readonly signal: AbortSignal },
): Promise<unknown> {
  const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
  if (!response.ok) throw refusalOf(response, await response.text())
  if (answer === 'blob') return response.blob()
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `${url} does not answer like the API`
    throw new GatewayError({ status: response.status, code: 'UNEXPECTED_ANSWER', message, response: text, cause })
  }
}

const timedOut = ({ method, url }: Outgoing, { timeoutMs, cause }: { timeoutMs: number; cause: unknown }): GatewayError =>
  new GatewayError({ status: 0, code: 'TIMEOUT', message: `${method} ${url} was not answered within ${timeoutMs} ms`, cause })

const connectionFailed = ({ method, url }: Outgoing, cause: unknown): GatewayError =>
  new GatewayError({ status: 0, code: 'CONNECTION_FAILED', message: `${method} ${url} got no answer`, cause })
