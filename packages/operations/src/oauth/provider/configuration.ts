import { deriveKey } from '../../kernel/aes-gcm.ts'
import { OFFLINE_ACCESS } from '@gateway/domain/oauth/scope'
import type { JWK } from 'jose'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { ID_TOKEN_SECONDS } from '../keys/rotate-key.ts'
import type { OauthContext } from '../oauth-context.ts'
import { adapterOf } from '../store/adapter.ts'
import { PREVIOUS_SECRET, PREVIOUS_UNTIL } from '../store/client-adapter.ts'
import { currentRequest } from '../store/oauth-request.ts'
import { accountFinder, claimsOfScopes } from './claims.ts'
import { grantLoader } from './load-grant.ts'
import { type LogoutPages, logoutSource } from './logout.ts'
import { promptPolicy } from './prompts.ts'
import { routes } from './routes.ts'

const DAY_SECONDS = 86_400
const GRANT_SECONDS = 30 * DAY_SECONDS
const SECOND_MS = 1_000

/** Pages that the library shows. */
export interface ProviderPages extends LogoutPages {
  readonly failed: (request: KoaContextWithOIDC, error: { readonly error: string; readonly error_description?: string | undefined }) => void
}

interface Parts {
  readonly jwks: readonly JWK[]
  readonly pages: ProviderPages
}

/** All that the library offers beside codes, refresh tokens, revocation, logout and user info is off (RFC 9700). */
const off = { enabled: false } as const
const featuresWith = (ctx: OauthContext, pages: ProviderPages): Configuration['features'] => ({
  devInteractions: off,
  pushedAuthorizationRequests: off,
  dPoP: off,
  resourceIndicators: off,
  introspection: off,
  clientCredentials: off,
  deviceFlow: off,
  registration: off,
  claimsParameter: off,
  userinfo: { enabled: true },
  revocation: { enabled: true, allowedPolicy: async (_request, client, token) => token.clientId === client.clientId },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: logoutSource(ctx, pages, cookiesOf(ctx).long),
    postLogoutSuccessSource: async (request) => pages.done(request),
  },
})

/** How long what the library issues counts, in seconds. A refresh token ends with its grant, however often it is replaced. */
const lifetimes: Configuration['ttl'] = {
  AccessToken: 15 * 60,
  AuthorizationCode: 60,
  IdToken: ID_TOKEN_SECONDS,
  RefreshToken: ({ oidc }) => Math.max(1, Number(oidc.entities.Grant?.exp) - Math.floor(Date.now() / SECOND_MS)),
  Grant: GRANT_SECONDS,
  Session: 7 * DAY_SECONDS,
  Interaction: 60 * 60,
}

/** The configuration of the library. Its defaults give less than the interface says, so each rule is named. */
export const configurationOf = (ctx: OauthContext, { jwks, pages }: Parts): Configuration => ({
  adapter: adapterOf(ctx),
  jwks: { keys: [...jwks] },
  routes,
  features: featuresWith(ctx, pages),
  ttl: lifetimes,
  cookies: cookiesOf(ctx),
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  scopes: ['openid', OFFLINE_ACCESS, 'payments'],
  claims: claimsOfScopes,
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  extraClientMetadata: { properties: [PREVIOUS_SECRET, PREVIOUS_UNTIL] },
  enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
  interactions: { policy: promptPolicy(), url: (_request, { uid }) => `/oauth/interaction/${uid}` },
  findAccount: accountFinder(ctx),
  loadExistingGrant: grantLoader(ctx),
  issueRefreshToken: async () => true,
  // A replaced token that may still be shown gives the successor it has.
  rotateRefreshToken: async () => currentRequest().replayed === undefined,
  expiresWithSession: async () => false,
  // Any origin may ask, see providerPlaces: what the library would say of origins is said before it.
  clientBasedCORS: () => true,
  renderError: async (request, error) => pages.failed(request, error),
})

/** Two of the cookies have a path of their own, so `__Host-` is not for them; over plain http a browser drops both prefixes. */
export function cookiesOf({ publicUrl, tokenKeys }: OauthContext) {
  const isSecure = publicUrl.startsWith('https:')
  const common = { httpOnly: true, sameSite: 'lax', secure: isSecure, signed: true } as const
  return {
    keys: [deriveKey(tokenKeys.privateKey, { scope: 'cookies', purpose: 'gateway openid cookies' }).toString('base64url')],
    names: {
      session: isSecure ? '__Host-oauth' : 'oauth',
      interaction: isSecure ? '__Secure-oauth-interaction' : 'oauth-interaction',
      resume: isSecure ? '__Secure-oauth-resume' : 'oauth-resume',
    },
    long: common,
    short: common,
  }
}
