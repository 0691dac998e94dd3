import { isOauthScope, OFFLINE_ACCESS } from '@gateway/domain/oauth/scope'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'

/**
 * The scopes of an authorization request.
 *
 * The library drops `offline_access` unless consent is asked for; it is put back, because some clients refuse an answer with another scope than
 * the one that they asked for.
 */
export function requestedScopes(ctx: KoaContextWithOIDC): string[] {
  const { params } = ctx.oidc
  const kept = wordsOf(params?.['scope'])
  const isDropped = sentScopes(ctx).includes(OFFLINE_ACCESS) && !kept.includes(OFFLINE_ACCESS)
  const scopes = isDropped ? [...kept, OFFLINE_ACCESS] : kept
  if (isDropped && params) params['scope'] = scopes.join(' ')
  return scopes
}

/**
 * The library looks at the address only when a request comes in; the user may come back an hour later.
 *
 * @throws {errors.InvalidRedirectUri} which is shown on a page and never redirects.
 */
export function requireRegisteredUri({ oidc: { client, params } }: KoaContextWithOIDC): void {
  if (!client?.redirectUriAllowed(String(params?.['redirect_uri']))) throw new errors.InvalidRedirectUri()
}

/**
 * @throws {errors.InvalidScope} for a scope that does not exist, which the library would drop, for one that the client has not (any more), and
 * for none that gives anything.
 */
export function requireKnownScopes(ctx: KoaContextWithOIDC): void {
  const unknown = sentScopes(ctx).find((scope) => !isOauthScope(scope) && scope !== OFFLINE_ACCESS)
  if (unknown !== undefined) throw new errors.InvalidScope('the scope does not exist', unknown)
  const scopes = requestedScopes(ctx)
  const beyond = scopeBeyond(ctx.oidc.client, scopes)
  if (beyond !== undefined) throw new errors.InvalidScope('the client has not registered the scope', beyond)
  if (!scopes.some(isOauthScope)) throw new errors.InvalidScope('at least one scope has to be asked for', scopes.join(' '))
}

/** A scope that a client has not registered; undefined when it has all of them. */
export function scopeBeyond(client: { readonly scope?: string | undefined } | undefined, scopes: readonly string[]): string | undefined {
  const own = new Set(wordsOf(client?.scope))
  return scopes.find((scope) => !own.has(scope))
}

/** What the client has sent; nothing once the user is on the way back. */
const sentScopes = ({ oidc, query }: KoaContextWithOIDC): string[] => (oidc.route === 'authorization' ? wordsOf(query['scope']) : [])

const wordsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(' ').filter(Boolean) : [])
