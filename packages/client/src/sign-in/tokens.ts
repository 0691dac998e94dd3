import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'

/** What binds the answer of a sign-in to the browser that began it. Keep it in the session of that browser, and nowhere else. */
export interface SignInAttempt {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Who has signed in. Members other than `sub` are there where their scope was allowed. */
export interface SignedInUser {
  /** Never changes, and is the same for every client of the gateway. */
  readonly sub: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly name?: string
}

/** The tokens of a sign-in. A refresh replaces all of them. */
export interface SignInTokens {
  /** Calls the gateway until `expiresAt`: `createClient({ apiKey: accessToken })`, where payments were allowed. */
  readonly accessToken: string
  readonly expiresAt: Date
  /** Used once: its successor comes with the new tokens. It ends 30 days after the sign-in. */
  readonly refreshToken: string
  readonly idToken: string
  /** What the user has allowed. */
  readonly scopes: readonly string[]
}

type Answer = TokenEndpointResponse & TokenEndpointResponseHelpers

const SECOND_MS = 1_000

/** The tokens of an answer, which the gateway always sends all of. */
export const tokensOf = (answer: Answer): SignInTokens => ({
  accessToken: answer.access_token,
  expiresAt: new Date(Date.now() + (answer.expires_in ?? 0) * SECOND_MS),
  refreshToken: answer.refresh_token ?? '',
  idToken: answer.id_token ?? '',
  scopes: (answer.scope ?? '').split(' ').filter((scope) => scope !== ''),
})

/** The user of a checked ID token. @throws {Error} when the answer has none. */
export function userOf(answer: Answer): SignedInUser {
  const claims = answer.claims()
  if (!claims) throw new Error('the answer has no ID token: ask for the scope openid')
  const { sub, email, email_verified: emailVerified, name } = claims
  return {
    sub,
    ...(typeof email === 'string' && { email }),
    ...(typeof emailVerified === 'boolean' && { emailVerified }),
    ...(typeof name === 'string' && { name }),
  }
}
