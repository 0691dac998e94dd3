import { find } from '../state/store.ts'
import { API_VERSION, PLATFORM, type World } from '../state/world.ts'
import { ApiError, invalidRequest } from '../wire/api-error.ts'
import { isAllowed, type Permission, type StripeKey } from './permissions.ts'

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The key of a request.
 * @throws {ApiError} of status 401 when there is none, or an unknown one.
 */
export function keyOf(headers: Headers, keys: readonly StripeKey[]): StripeKey {
  const sent = secretIn(textOf(headers['authorization']))
  if (sent === undefined) throw new ApiError(401, 'You did not provide an API key.')
  const key = keys.find((candidate) => candidate.key === sent)
  if (!key) throw new ApiError(401, `Invalid API Key provided: ${maskKey(sent)}`)
  return key
}

/**
 * The account that a request acts on.
 * @throws {ApiError} of status 403 when the platform has no such account.
 */
export function accountOf(world: World, headers: Headers, key: StripeKey): string {
  const account = textOf(headers['stripe-account'])
  if (account === undefined || account === PLATFORM) return PLATFORM
  if (find(world, { kind: 'account' }, account)) return account
  const message = `The provided key '${maskKey(key.key)}' does not have access to account '${account}' (or that account does not exist).`
  throw new ApiError(403, message, { code: 'account_invalid' })
}

/** @throws {ApiError} of status 403 when the key may not do it. */
export function checkPermission(key: StripeKey, permission: Permission): void {
  if (isAllowed(key, permission)) return
  const message = `The provided key '${maskKey(key.key)}' does not have the required permissions for this endpoint: it lacks '${permission}'.`
  throw new ApiError(403, message, { code: 'more_permissions_required' })
}

/** @throws {ApiError} of status 400 when the request wants the shapes of another version. */
export function checkVersion(headers: Headers): void {
  const version = textOf(headers['stripe-version'])
  if (version === undefined || version === API_VERSION) return
  throw invalidRequest(`Invalid Stripe API version: ${version}. This double serves ${API_VERSION}.`)
}

/** A key without its secret part. */
export const maskKey = (key: string): string => `${key.slice(0, 8)}***${key.slice(-4)}`

export const textOf = (header: Headers[string]): string | undefined => (typeof header === 'string' ? header : header?.[0])

function secretIn(authorization: string | undefined): string | undefined {
  const [scheme, value = ''] = authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() === 'bearer') return value
  // The command line sends the key as a user name without password.
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0]
  return undefined
}
