import type { Actor } from '@gateway/domain/accounts/merchant'
import { RateLimited } from '@gateway/domain/accounts/errors'
import type { LimitName } from './limits.ts'
import type { Allowance, Bucket, Limiter } from './rate-limit.ts'

/** What is said about an answer beside its body; filled in while the request is worked on. */
export interface Reply {
  readonly headers: Record<string, string>
}

/** A request on its way in. */
export interface Incoming {
  readonly limiter: Limiter
  readonly reply: Reply
  /** Where it comes from. */
  readonly address: string
  readonly actor?: Actor | undefined
}

/** Starts what is said about an answer. */
export const newReply = (): Reply => ({ headers: {} })

const MS = 1_000

/**
 * Counts a request against one limit, and shows in the answer how the limit stands.
 *
 * Unless it polls an object, it also counts against the limit of all credentials of its merchant; the answer shows the one that is nearer.
 *
 * @throws {RateLimited} when one of them is used up.
 */
export function admit(incoming: Incoming, limit: LimitName, objectId?: string): void {
  const allowance = take(incoming, limit, objectId)
  Object.assign(incoming.reply.headers, headersOf(allowance))
  if (!allowance.isRefused) return
  incoming.reply.headers['Retry-After'] = String(allowance.resetSeconds)
  throw new RateLimited(allowance.quota)
}

/** Counts by address what nothing else has counted: addresses without a route, methods that are not served, calls of no procedure. */
export function countRest(incoming: Incoming): void {
  if (!('RateLimit' in incoming.reply.headers)) admit(incoming, 'default')
}

/** Lets a read that shows nothing count like any other request, whatever refused it: ids that are guessed leave no buckets and are limited too. */
export function countGuess(incoming: Incoming, objectId: string): void {
  incoming.limiter.giveBack(bucketOf(incoming, 'polling', objectId))
  admit(incoming, 'default')
}

/** Lets a credential that nobody accepts count against the address that sends it, so that credentials cannot be tried out. */
export async function countRefused<T>(incoming: Incoming, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    admit(incoming, 'default')
    throw error
  }
}

/** Who asks, by credential; by address without one. */
export function callerOf({ actor, address }: Pick<Incoming, 'actor' | 'address'>): string {
  if (!actor) return `address:${address}`
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
