import type { IncomingMessage } from 'node:http'
import { ApiError } from '../wire/api-error.ts'
import type { FormParams } from '../wire/form.ts'
import type { Api } from './api.ts'
import { accountOf, checkPermission, checkVersion, keyOf } from './authorize.ts'
import type { StripeKey } from './permissions.ts'
import type { SentParams } from './read-body.ts'
import type { LoggedRequest } from './request-log.ts'
import { matchRoute } from './route.ts'

/** A request that was read and logged. */
export interface Incoming {
  readonly request: IncomingMessage
  readonly url: URL
  readonly sent: SentParams
  readonly logged: LoggedRequest
}

/** A request that may be carried out. */
export interface Prepared {
  readonly run: () => unknown
  readonly account: string
  readonly key: StripeKey
  readonly logged: LoggedRequest
  readonly expand: readonly string[]
}

/**
 * Checks everything that refuses a request before it is carried out; such an answer is not saved under its key.
 * @throws {ApiError} when it is refused.
 */
export function prepareCall({ world, routes, keys }: Api, { request, url, sent, logged }: Incoming): Prepared {
  const key = keyOf(request.headers, keys)
  const account = accountOf(world, request.headers, key)
  const match = matchRoute(routes, logged.method, url.pathname)
  if (!match) throw new ApiError(404, `Unrecognized request URL (${logged.method}: ${url.pathname}).`)
  checkPermission(key, match.route.permission)
  checkVersion(request.headers)
  const handle = match.route.prepare(sent.params)
  const run = () => handle({ world, account, ids: match.ids, path: url.pathname })
  return { run, account, key, logged, expand: expandedOf(sent.params) }
}

function expandedOf({ expand }: FormParams): readonly string[] {
  return Array.isArray(expand) ? expand.filter((path): path is string => typeof path === 'string') : []
}
