import { DomainError } from '../kernel/error.ts'
import type { ChainCode } from '../money/asset.ts'

/** The text is no address of this chain and network that the gateway can forward to. */
export class InvalidAddress extends DomainError {
  readonly code = 'INVALID_ADDRESS'
  readonly kind = 'invalid'
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`, { details: [{ field, message: problem }] })
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
