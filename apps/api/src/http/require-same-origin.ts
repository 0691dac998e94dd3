import { DomainError } from '@gateway/domain/kernel/error'
import type { IncomingMessage } from 'node:http'

/** From where a browser says a request was sent: a page of ours, or its user, who repeats a request. */
const OURS: ReadonlySet<string> = new Set(['same-origin', 'none'])

/**
 * Refuses a request that a page of another origin has sent.
 *
 * Browsers say it in `Sec-Fetch-Site`, older ones only in `Origin`, which is `null` from a page without a referrer, as ours are (Fetch §3.2). What
 * sends neither is no browser, and no other page can make it send anything.
 *
 * @throws {ForeignOrigin}
 */
export function requireSameOrigin({ headers }: IncomingMessage, publicBaseUrl: string): void {
  const { 'sec-fetch-site': site, origin } = headers
  const isOurs =
    typeof site === 'string' ? OURS.has(site) : origin === undefined || origin === 'null' || origin === new URL(publicBaseUrl).origin
  if (!isOurs) throw new ForeignOrigin()
}

/** A page of another origin has sent the request; nothing was done. */
class ForeignOrigin extends DomainError {
  readonly code = 'FORBIDDEN'
  readonly kind = 'forbidden'
  constructor() {
    super('The request was sent by a page of another origin')
  }
}
