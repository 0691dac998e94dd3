import type { IncomingMessage } from 'node:http'
import { createId } from '../state/ids.ts'
import type { Api } from './api.ts'
import { maskKey, textOf } from './authorize.ts'

/** One request to the API, as it came and as it was answered. Keys are masked. */
export interface LoggedRequest {
  readonly id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  /** Of the header; undefined for the platform. */
  readonly account: string | undefined
  readonly idempotencyKey: string | undefined
  readonly version: string | undefined
  /** Query or body as sent, form-encoded; empty for an upload. */
  readonly form: string
  /** Undefined while no answer was sent, for instance because a fault closed the connection. */
  status: number | undefined
  replayed: boolean
  /** Carried out: it has changed what it should, whatever was answered. */
  executed: boolean
  fault: string | undefined
}

/** Logs a request before it is answered. */
export function logRequest(
  { requests }: Api,
  { headers, method = '' }: IncomingMessage,
  { url, form }: { readonly url: URL; readonly form: string },
): LoggedRequest {
  const key = textOf(headers.authorization)
  const logged: LoggedRequest = {
    id: createId('request'),
    at: new Date().toISOString(),
    method,
    path: url.pathname,
    key: key && maskKey(key.replace(/^\w+ /, '')),
    account: textOf(headers['stripe-account']),
    idempotencyKey: textOf(headers['idempotency-key']),
    version: textOf(headers['stripe-version']),
    form,
    status: undefined,
    replayed: false,
    executed: false,
    fault: undefined,
  }
  requests.push(logged)
  return logged
}
