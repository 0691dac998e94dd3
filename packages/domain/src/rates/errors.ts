import { DomainError, InvalidField } from '../kernel/error.ts'

/** No trustworthy price is known; no default ever replaces it. */
export class RateUnavailable extends DomainError {
  readonly code = 'RATE_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(pair: { asset: string; currency: string }, cause?: unknown) {
    super(`No current rate for ${pair.asset} in ${pair.currency}`, { details: pair, cause })
  }
}

/** The confirmed price is not the held one. */
export class NothingToConfirm extends InvalidField {
  constructor(pair: string, held: string | undefined) {
    super('price', held === undefined ? `no price of ${pair} is held` : `the held price of ${pair} is ${held}`)
  }
}
