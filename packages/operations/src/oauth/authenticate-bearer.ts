import { type BearerRow, findBearer, touchGrantSometimes } from '@gateway/db/oauth/bearer-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { type AuthenticationContext, authenticate, requireActor } from '../accounts/auth/authenticate.ts'
import { digestOf } from './store/digest.ts'

const LAST_USE_MS = 60_000
/** 256 random bits in base64url. Nothing else is looked up. */
const ACCESS_TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * Resolves a credential of any kind to its actor: what {@link authenticate} knows, and else the access token of an app, which is opaque and found by its hash.
 * Token, grant, client and user are looked up at each use.
 *
 * Undefined without a credential and for a foreign bearer string.
 *
 * @throws {InvalidApiKey} {InvalidToken} for an own credential that is malformed, unknown, revoked or expired, and for an empty one.
 */
export async function authenticateBearer(ctx: AuthenticationContext, credential: string | undefined): Promise<Actor | undefined> {
  return (await authenticate(ctx, credential)) ?? (await findApp(ctx, credential))
}

/**
 * The same for routes that require a credential.
 *
 * @throws {Unauthenticated} without a credential.
 * @throws {InvalidApiKey} {InvalidToken} also for a foreign bearer string.
 */
export const requireBearer = (ctx: AuthenticationContext, credential: string | undefined): Promise<Actor> =>
  requireActor(ctx, credential, authenticateBearer)

async function findApp(ctx: AuthenticationContext, credential: string | undefined): Promise<Actor | undefined> {
  if (credential === undefined || !ACCESS_TOKEN.test(credential)) return undefined
  const bearer = await findBearer(ctx.orm.em.fork(), { digest: digestOf(credential), at: ctx.clock.now() })
  if (!bearer) return undefined
  recordUse(ctx, bearer)
  const { merchantId, clientId, grantId, mode, scopes } = bearer
  return { kind: 'app', merchantId, clientId, grantId, mode, scopes: scopes.includes('payments') ? ['payments:write'] : [] }
}

/** Not awaited, so that it does not delay the response; a lost update costs a minute of precision. */
function recordUse(ctx: AuthenticationContext, { grantId, lastUsedAt }: BearerRow): void {
  const at = ctx.clock.now()
  const notSince = new Date(at.getTime() - LAST_USE_MS)
  if (lastUsedAt !== null && lastUsedAt > notSince) return
  touchGrantSometimes(ctx.orm.em.fork(), { grantId, at, notSince }).catch(() => {
    ctx.log.warn({}, 'last use of a grant not recorded')
  })
}
