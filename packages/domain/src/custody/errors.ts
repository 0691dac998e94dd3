import { DomainError } from '../kernel/error.ts'
import type { ChainCode } from '../money/asset.ts'

/** The problems of an address, for pages that name them in the reader's language. `program_address` may be a wallet, if it is named once more. */
export const addressFaults = ['malformed', 'other_network', 'own_address', 'no_wallet', 'program_address'] as const
/** One of them. */
export type AddressFault = (typeof addressFaults)[number]

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

/** Nobody can tell now whether an address is a wallet: the reader of its chain does not answer. */
export class AddressUnchecked extends DomainError {
  readonly code = 'CHAIN_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(chain: ChainCode, field: string) {
    super(`${field}: ${chain} cannot be asked at the moment whether the address is a wallet`, { details: { chain, field } })
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
