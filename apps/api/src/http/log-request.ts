import type { Log } from '@gateway/operations/kernel/context'

/** A request that was answered, in words that say nothing about its caller. */
export interface ServedRequest {
  readonly method: string
  /** Template of the route, `/rpc` or `unknown`. */
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** A request that was answered, with what names it in our records. */
interface LoggedRequest extends ServedRequest {
  readonly requestId: string
  /** Why it was refused. */
  readonly code: string | undefined
  /** What it asks for, each by method and template. */
  readonly operations: readonly string[]
}

const MS = 1_000
const REFUSED: ReadonlySet<number> = new Set([401, 403])
// Where credentials are made, checked, changed and ended.
const GUARDED = /^\w+ \/api\/auth\/|^POST \/api\/businesses$|\/api-keys|\/webhook-secret/

/**
 * Writes one line about a request: by it an operator finds what a request id names. Probes that go well are left out.
 *
 * What concerns credentials, and whatever was refused for want of them, is marked as the stream `security`.
 */
export function logRequest(log: Log, { requestId, method, route, status, code, seconds, operations }: LoggedRequest): void {
  if (route.startsWith('/health/') && status < 400) return
  const stream = REFUSED.has(status) || operations.some((one) => GUARDED.test(one)) ? { stream: 'security' } : {}
  const durationMs = Math.round(seconds * MS)
  log.info({ requestId, method, route, status, code, durationMs, ...stream }, 'a request was answered')
}
