/** What a client may be given, as requests name it. */
export const oauthScopes = ['openid', 'email', 'profile', 'payments'] as const

/** One of the things that a client may be given. */
export type OauthScope = (typeof oauthScopes)[number]

/** Accepted and repeated without effect: a refresh token is always issued. */
export const OFFLINE_ACCESS = 'offline_access'

/** True for a scope that a client may be given. */
export const isOauthScope = (text: string): text is OauthScope => oauthScopes.some((scope) => scope === text)

/** Scopes as a set: each once, in alphabetical order. */
export const scopeSet = (scopes: Iterable<OauthScope>): OauthScope[] => [...new Set(scopes)].sort()
