import { findBySubject } from '@gateway/db/oauth/subject-queries'
import type { FindAccount } from 'oidc-provider'
import type { OauthContext } from '../oauth-context.ts'
import { query } from '../store/oauth-request.ts'

/** The claims that each scope gives (OpenID Connect Core §5.4). */
export const claimsOfScopes = {
  openid: ['sub', 'auth_time', 'at_hash'],
  email: ['email', 'email_verified'],
  profile: ['name'],
}

/** Finds a merchant by the subject of a token, with what its claims say. An ID token also names its access token by a hash. */
export const accountFinder =
  (ctx: OauthContext): FindAccount =>
  async (request, sub) => {
    const merchant = await query(ctx, (em) => findBySubject(em, { subject: sub }))
    if (!merchant) return undefined
    const { email, name, emailVerifiedAt } = merchant
    return {
      accountId: sub,
      claims: async (use) => ({
        sub,
        email,
        email_verified: emailVerifiedAt !== null,
        ...(name !== null && { name }),
        // The library makes the hash of the token that it is given here (OpenID Connect Core §3.1.3.6).
        ...(use === 'id_token' && { at_hash: request.oidc.entities.AccessToken?.jti }),
      }),
    }
  }
