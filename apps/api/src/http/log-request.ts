import type { Log } from '@gateway/operations/kernel/context'

/** An answered request, without data about its caller. */
export interface ServedRequest {
  readonly method: string
  /** Template of the route, `/rpc` or `unknown`. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** An answered request, with its identifiers for the log. */
interface LoggedRequest extends ServedRequest {
  readonly requestId: string
  /** Its error code. */
  readonly code: string | undefined
  /** Its operations, by method and template. */
  readonly operations: readonly string[]
}

const MS = 1_000
const REFUSED: ReadonlySet<number> = new Set([401, 403])
// Operations that create, check, change or end credentials.
const GUARDED = /^\w+ \/api\/auth\/|^POST \/api\/businesses$|\/api-keys|\/webhook-secret/

/**
 * Logs one line per request, by which an operator finds a request id. Successful probes are omitted.
 * Operations on credentials, and refusals for lack of one, get the stream `security`.
 */
export function logRequest(log: Log, { requestId, method, route, status, code, seconds, operations }: LoggedRequest): void {
  if (route.startsWith('/health/') && status < 400) return
  const stream = REFUSED.has(status) || operations.some((one) => GUARDED.test(one)) ? { stream: 'security' } : {}
  const durationMs = Math.round(seconds * MS)
  log.info({ requestId, method, route, status, code, durationMs, ...stream }, 'request answered')
}
