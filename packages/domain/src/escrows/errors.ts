import { DomainError } from '../kernel/error.ts'

/** The token is none of this escrow's, or not the one that the action takes. */
export class InvalidEscrowToken extends DomainError {
  readonly code = 'INVALID_ESCROW_TOKEN'
  readonly kind = 'forbidden'
  constructor() {
    super('This token does not allow that for this escrow')
  }
}
