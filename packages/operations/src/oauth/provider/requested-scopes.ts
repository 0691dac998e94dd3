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

/** @throws {errors.InvalidScope} for a scope that does not exist, which the library would drop, and for none that gives anything. */
export function requireKnownScopes(ctx: KoaContextWithOIDC): void {
  const unknown = sentScopes(ctx).find((scope) => !isOauthScope(scope) && scope !== OFFLINE_ACCESS)
  if (unknown !== undefined) throw new errors.InvalidScope('the scope does not exist', unknown)
  const scopes = requestedScopes(ctx)
  if (!scopes.some(isOauthScope)) throw new errors.InvalidScope('at least one scope has to be asked for', scopes.join(' '))
}

/** What the client has sent; nothing once the user is on the way back. */
const sentScopes = ({ oidc, query }: KoaContextWithOIDC): string[] => (oidc.route === 'authorization' ? wordsOf(query['scope']) : [])

const wordsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(' ').filter(Boolean) : [])
