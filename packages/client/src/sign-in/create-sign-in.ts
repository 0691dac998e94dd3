import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import { readSettings, type SignInSettings } from './sign-in-settings.ts'
import { type SignedInUser, type SignInAttempt, type SignInTokens, tokensOf, userOf } from './tokens.ts'

/** How users are signed in. */
export interface SignInOptions extends SignInSettings {
  /** What is asked of users: `openid` and `email` by default. */
  readonly scopes?: readonly ('openid' | 'email' | 'profile' | 'payments')[]
}

/** Wishes for one sign-in. */
interface Wishes {
  /** `login` asks for the credentials again, `consent` for the consent, and `none` shows nothing: without a session the answer is an error. */
  readonly prompt?: 'login' | 'consent' | 'none'
  /** Credentials that were given longer ago, in seconds, are asked for again. */
  readonly maxAge?: number
  /** The e-mail address that is filled in. */
  readonly loginHint?: string
}

/** Signs users in with a gateway. Errors of `openid-client` are passed on: `error.error` is the code of the gateway, such as `access_denied`. */
export interface SignIn {
  /** Where to send the browser, and what to keep in its session until it comes back. */
  begin(wishes?: Wishes): Promise<{ readonly url: string; readonly attempt: SignInAttempt }>
  /** Who has come back. `url` is the address that the browser came back to; a path counts from the redirect address. */
  finish(answer: {
    readonly url: string
    readonly attempt: SignInAttempt
  }): Promise<{ readonly user: SignedInUser; readonly tokens: SignInTokens }>
  /** New tokens for a refresh token. Store them before they are used: the former one has ended. */
  refresh(refreshToken: string): Promise<SignInTokens>
  /** Ends the sign-in: with its refresh token, every token of it is dead. */
  revoke(token: string): Promise<void>
  /** Where to send the browser to sign it out of the gateway too; it comes back to `returnTo`, which the client has registered. */
  signOutUrl(from: { readonly idToken: string; readonly returnTo?: string }): Promise<string>
}

/** Hosts that answer on the machine itself; elsewhere an issuer has to use TLS. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Creates what signs users in with a gateway, by the authorization code flow with PKCE.
 *
 * @throws {TypeError} when a setting is missing.
 */
export function createSignIn(options: SignInOptions = {}): SignIn {
  const settings = readSettings(options)
  const configuration = onceDone(() => discover(settings))
  const asked = { redirect_uri: settings.redirectUri, scope: (options.scopes ?? ['openid', 'email']).join(' ') }
  return {
    begin: async (wishes = {}) => {
      const attempt = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
      const { state, nonce } = attempt
      const proof = { code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier), code_challenge_method: 'S256' }
      const url = buildAuthorizationUrl(await configuration(), { ...asked, ...proof, state, nonce, ...spelled(wishes) })
      return { url: url.href, attempt }
    },
    finish: async ({ url, attempt }) => {
      const checks = { expectedState: attempt.state, expectedNonce: attempt.nonce, pkceCodeVerifier: attempt.codeVerifier }
      const answer = await authorizationCodeGrant(await configuration(), new URL(url, settings.redirectUri), checks)
      return { user: userOf(answer), tokens: tokensOf(answer) }
    },
    refresh: async (refreshToken) => tokensOf(await refreshTokenGrant(await configuration(), refreshToken)),
    revoke: async (token) => tokenRevocation(await configuration(), token),
    signOutUrl: async ({ idToken, returnTo }) => {
      const back = returnTo === undefined ? {} : { post_logout_redirect_uri: returnTo }
      return buildEndSessionUrl(await configuration(), { id_token_hint: idToken, ...back }).href
    },
  }
}

function discover({ issuer, clientId, clientSecret }: ReturnType<typeof readSettings>): Promise<Configuration> {
  const place = new URL(issuer)
  const isPlain = place.protocol === 'http:' && LOOPBACK.has(place.hostname)
  return discovery(place, clientId, clientSecret, undefined, isPlain ? { execute: [allowInsecureRequests] } : {})
}

/** Keeps an answer; a failure is tried again at the next call. */
function onceDone<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    }))
}

const spelled = ({ prompt, maxAge, loginHint }: Wishes): Record<string, string> => ({
  ...(prompt !== undefined && { prompt }),
  ...(maxAge !== undefined && { max_age: String(maxAge) }),
  ...(loginHint !== undefined && { login_hint: loginHint }),
})
