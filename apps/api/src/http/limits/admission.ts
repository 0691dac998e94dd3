import type { Actor } from '@gateway/domain/accounts/merchant'
import { RateLimited } from '@gateway/domain/accounts/errors'
import type { LimitName } from './limits.ts'
import type { Allowance, Bucket, Limiter } from './rate-limit.ts'

/** Headers and flags of an answer, filled in while the request is processed. */
export interface Reply {
  readonly headers: Record<string, string>
}

/** An incoming request. */
export interface Incoming {
  readonly limiter: Limiter
  readonly reply: Reply
  /** The client address. */
  readonly address: string
  readonly actor?: Actor | undefined
}

/** Creates an empty reply. */
export const newReply = (): Reply => ({ headers: {} })

const MS = 1_000

/**
 * Counts a request against one limit, and reports the limit in the answer's headers.
 * Unless it polls an object, it also counts against the limit of its merchant; the headers show the one that is nearer.
 * @throws {RateLimited} when either is exceeded.
 */
export function admit(incoming: Incoming, limit: LimitName, objectId?: string): void {
  const allowance = take(incoming, limit, objectId)
  Object.assign(incoming.reply.headers, headersOf(allowance))
  if (!allowance.isRefused) return
  incoming.reply.headers['Retry-After'] = String(allowance.resetSeconds)
  throw new RateLimited(allowance.quota)
}

/** Counts by address every request that nothing else has counted: unmatched paths, unsupported methods, unknown procedures. */
export function countRest(incoming: Incoming): void {
  if (!('RateLimit' in incoming.reply.headers)) admit(incoming, 'default')
}

/** Counts a refused read like any other request: guessed ids create no buckets and are limited too. */
export function countGuess(incoming: Incoming, objectId: string): void {
  incoming.limiter.giveBack(bucketOf(incoming, 'polling', objectId))
  admit(incoming, 'default')
}

/** Counts an invalid credential against its client address, so that credentials cannot be guessed. */
export async function countRefused<T>(incoming: Incoming, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    admit(incoming, 'default')
    throw error
  }
}

const ADDRESS = 'address:'

/** True of a caller without a credential. */
export const isAddress = (caller: string): boolean => caller.startsWith(ADDRESS)

/** The caller's bucket: the credential, or the address without one. The tokens of an app change, so its user and its client count. */
export function callerOf({ actor, address }: Pick<Incoming, 'actor' | 'address'>): string {
  if (!actor) return `${ADDRESS}${address}`
  if (actor.kind === 'app') return `app:${actor.merchantId}/${actor.clientId}`
  return actor.kind === 'key' ? `key:${actor.keyId}` : `session:${actor.sessionId}`
}

function take(incoming: Incoming, limit: LimitName, objectId?: string): Allowance {
  const { limiter, actor } = incoming
  const bucket = bucketOf(incoming, limit, objectId)
  const own = limiter.take(bucket)
  if (own.isRefused || !actor || limit === 'polling') return own
  const shared = limiter.take({ limit: 'merchant', subject: `merchant:${actor.merchantId}` })
  if (shared.isRefused) limiter.giveBack(bucket)
  return shared.isRefused || shared.remaining < own.remaining ? shared : own
}

function bucketOf(incoming: Incoming, limit: LimitName, objectId?: string): Bucket {
  const caller = callerOf(incoming)
  const subject = objectId === undefined ? caller : `${caller}|${objectId}`
  return { limit: limit === 'default' && !incoming.actor ? 'anonymous' : limit, subject }
}

/** IETF draft “RateLimit header fields for HTTP” (-10): policy and state; and the older spelling that many clients read. */
function headersOf({ limit, quota, remaining, resetSeconds, resetAt }: Allowance): Readonly<Record<string, string>> {
  const name = limit === 'anonymous' ? 'default' : limit
  return {
    'RateLimit-Policy': `"${name}";q=${quota};w=60`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
    'X-RateLimit-Limit': String(quota),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(resetAt.getTime() / MS)),
  }
}
