import { DomainError } from '../kernel/error.ts'
import type { ChainCode } from '../money/asset.ts'

/** The problem of an address, for pages that name it in the reader's language. */
export type AddressFault = 'malformed' | 'other_network' | 'own_address'

/** The text is no address of this chain and network that the gateway can forward to. */
export class InvalidAddress extends DomainError {
  readonly code = 'INVALID_ADDRESS'
  readonly kind = 'invalid'
  readonly fault: AddressFault
  constructor(field: string, problem: string, fault: AddressFault = 'malformed') {
    super(`${field}: ${problem}`, { details: [{ field, message: problem }] })
    this.fault = fault
  }
}

/** The state to approve differs from the state that the operator was shown. */
export class ChangedSinceShown extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor() {
    super('It has changed since it was shown: look at it again before you approve it')
  }
}

/** No verified deposit address is available now; none is ever used twice. */
export class AddressUnavailable extends DomainError {
  readonly code = 'CHAIN_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, reason: string) {
    super(`No ${chain} deposit address is available at the moment`, { details: { chain }, cause: new Error(reason) })
  }
}
