import { DomainError } from '../kernel/error.ts'
import type { ChainCode } from '../money/asset.ts'

/** What is wrong with an address, for pages that say it in the reader's language. */
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

/** No verified deposit address is available now; none is ever used twice. */
export class AddressUnavailable extends DomainError {
  readonly code = 'CHAIN_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, reason: string) {
    super(`No ${chain} deposit address is available at the moment`, { details: { chain }, cause: new Error(reason) })
  }
}
