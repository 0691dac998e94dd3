import { DomainError } from '../kernel/error.ts'

/** No trustworthy price is known; no default ever replaces it. */
export class RateUnavailable extends DomainError {
  readonly code = 'RATE_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(pair: { asset: string; currency: string }, cause?: unknown) {
    super(`No current rate for ${pair.asset} in ${pair.currency}`, { details: pair, cause })
  }
}
