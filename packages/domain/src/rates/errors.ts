import { DomainError, InvalidField } from '../kernel/error.ts'

/** No trustworthy price is known; no default ever replaces it. */
export class RateUnavailable extends DomainError {
  readonly code = 'RATE_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(pair: { asset: string; currency: string }, cause?: unknown) {
    super(`No current rate for ${pair.asset} in ${pair.currency}`, { details: pair, cause })
  }
}

/** What is held is another price than the one that was confirmed. */
export class NothingToConfirm extends InvalidField {
  constructor(pair: string, held: string | undefined) {
    super('price', held === undefined ? `nothing of ${pair} is held` : `what is held of ${pair} is ${held}`)
  }
}
