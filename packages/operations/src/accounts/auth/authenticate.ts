import { findApiKeys, findLiveSession, type StoredKey, touchApiKey } from '@gateway/db/accounts/queries'
import { InvalidApiKey, InvalidToken, Unauthenticated } from '@gateway/domain/accounts/errors'
import { type Actor, isKeyActive } from '@gateway/domain/accounts/merchant'
import { timingSafeEqual } from 'node:crypto'
import type { ApiContext } from '../../kernel/context.ts'
import { batched } from '../../kernel/batch-calls.ts'
import { isApiKeyText, parseApiKey } from './api-key.ts'
import { isOwnToken, verifyMerchantToken } from './merchant-token.ts'

/** The dependencies of authentication. */
export type AuthenticationContext = Pick<ApiContext, 'orm' | 'clock' | 'log' | 'tokenKeys'>

const LAST_USE_MS = 60_000
const MAX_KEYS = 100
const NO_DIGEST = Buffer.alloc(32)

/**
 * Resolves a credential to its actor: an API key by its prefix, or a token that names this gateway as its issuer.
 *
 * Undefined without a credential and for a foreign bearer string: routes with an optional credential treat both as anonymous.
 *
 * @param credential - empty when a request presents several at once, because it is unclear which one counts.
 * @throws {InvalidApiKey} {InvalidToken} for an own credential that is malformed, unknown, revoked or expired, and for an empty one.
 */
export async function authenticate(ctx: AuthenticationContext, credential: string | undefined): Promise<Actor | undefined> {
  if (credential === undefined) return undefined
  if (credential === '') throw new InvalidToken()
  if (isApiKeyText(credential)) return authenticateKey(ctx, credential)
  return isOwnToken(ctx.tokenKeys, credential) ? authenticateToken(ctx, credential) : undefined
}

/**
 * The same for routes that require a credential.
 *
 * @param resolve - may know further kinds of credentials.
 * @throws {Unauthenticated} without a credential.
 * @throws {InvalidApiKey} {InvalidToken} also for a foreign bearer string.
 */
export async function requireActor(ctx: AuthenticationContext, credential: string | undefined, resolve = authenticate): Promise<Actor> {
  const actor = await resolve(ctx, credential)
  if (!actor) throw credential === undefined ? new Unauthenticated() : new InvalidToken()
  return actor
}

async function authenticateKey(ctx: AuthenticationContext, text: string): Promise<Actor> {
  const claim = parseApiKey(text)
  if (!claim) throw new InvalidApiKey()
  const key = await findKey(ctx.orm, claim.id)
  const isGenuine = timingSafeEqual(claim.digest, key?.digest ?? NO_DIGEST)
  if (!key || !isGenuine || !isKeyActive(key, ctx.clock.now())) throw new InvalidApiKey()
  recordUse(ctx, key)
  return { kind: 'key', merchantId: key.merchantId, businessId: key.businessId, mode: key.mode, keyId: key.id, scopes: key.scopes }
}

/** Batches the key lookups of concurrent requests. */
const findKey = batched({
  most: MAX_KEYS,
  work: async (orm, keyIds: readonly string[]) => {
    const keys = await findApiKeys(orm.em.fork(), { keyIds })
    const byId = new Map(keys.map((key) => [key.id, key]))
    return keyIds.map((id) => byId.get(id))
  },
})

/** Not awaited, so that it does not delay the response; a lost update costs a minute of precision. */
function recordUse(ctx: AuthenticationContext, key: StoredKey): void {
  const at = ctx.clock.now()
  const notSince = new Date(at.getTime() - LAST_USE_MS)
  if (key.lastUsedAt !== null && key.lastUsedAt > notSince) return
  touchApiKey(ctx.orm.em.fork(), { keyId: key.id, at, notSince }).catch(() => {
    ctx.log.warn({ keyId: key.id }, 'API key last use not recorded')
  })
}

async function authenticateToken(ctx: AuthenticationContext, text: string): Promise<Actor> {
  const named = await verifyMerchantToken(ctx, text)
  if (!named) throw new InvalidToken()
  const session = await findLiveSession(ctx.orm.em.fork(), { ...named, at: ctx.clock.now() })
  if (!session) throw new InvalidToken()
  const { openedIn, confirmedAt, secondFactor: hasSecondFactor } = session
  return { kind: 'merchant', mode: 'live', ...named, openedIn, confirmedAt, hasSecondFactor }
}
