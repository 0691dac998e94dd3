import { DomainError } from '../kernel/error.ts'
import { AnsweredLater } from '../kernel/repeat.ts'
import { MAX_LINKED_DIDS } from './limits.ts'
import { type BindingRefusal, bindingRefusals } from './party.ts'

/** The author has a receipt of this escrow, or the receipt id belongs to other content; nothing was stored. */
export class DuplicateReceipt extends DomainError {
  readonly code = 'DUPLICATE_RECEIPT'
  readonly kind = 'conflict'
  constructor(message = 'You have written a receipt of this escrow') {
    super(message)
  }
}

/** The signature is not one of the key over the challenge; nothing was linked. */
export class InvalidSignature extends DomainError {
  readonly code = 'INVALID_SIGNATURE'
  readonly kind = 'invalid'
  constructor(message = 'The signature is not one of this key over `claim-did:{did}:{merchantId}`') {
    super(message)
  }
}

/** Another merchant has shown that the DID is its own. */
export class DidTaken extends DomainError {
  readonly code = 'DID_TAKEN'
  readonly kind = 'conflict'
  constructor() {
    super('This DID belongs to another merchant')
  }
}

/** The merchant has linked as many DIDs as one can. */
export class TooManyLinkedDids extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor() {
    super(`A merchant links at most ${MAX_LINKED_DIDS} DIDs`, { details: { limit: MAX_LINKED_DIDS } })
  }
}

/** The role that signs did not answer in time. The same request with the same key is tried again. */
export class IssuerAway extends AnsweredLater {
  override readonly code = 'ISSUER_UNAVAILABLE'
  constructor() {
    super('The issuer of credentials does not answer; nothing was done')
  }
}

/** Too many credentials of other issuers are being verified now; nothing is known of this one. */
export class VerificationBusy extends DomainError {
  readonly code = 'VERIFICATION_BUSY'
  readonly kind = 'unavailable'
  constructor() {
    super('Too many credentials of other issuers are being verified now; try again in a few seconds')
  }
}

/** The caller cannot be bound to the role of the token. */
export class PartyRefused extends DomainError {
  readonly code = 'PARTY_REFUSED'
  readonly kind = 'conflict'
  constructor(refusal: BindingRefusal) {
    super(bindingRefusals[refusal], { details: { reason: refusal } })
  }
}
