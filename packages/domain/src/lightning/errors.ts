import { DomainError, InvalidField } from '../kernel/error.ts'
import { AnsweredLater } from '../kernel/repeat.ts'

/** The wallet has less than the amount and what is set aside for the fee; nothing was booked. */
export class InsufficientBalance extends DomainError {
  readonly code = 'INSUFFICIENT_BALANCE'
  readonly kind = 'invalid'
  constructor() {
    super('The wallet does not have the amount and the reserve for its fee: one percent, and at least 10 sats')
  }
}

/** The payment hash of the invoice has a send that is pending or settled, or somebody else is paying the invoice now. */
export class AlreadyPaid extends DomainError {
  readonly code = 'ALREADY_PAID'
  readonly kind = 'conflict'
  constructor() {
    super('This invoice is being paid, or was')
  }
}

/** The username belongs to a wallet. */
export class UsernameTaken extends DomainError {
  readonly code = 'USERNAME_TAKEN'
  readonly kind = 'conflict'
  constructor() {
    super('This username is taken')
  }
}

/** The wallet has a Lightning Address, which never changes. */
export class AddressExists extends DomainError {
  readonly code = 'ADDRESS_EXISTS'
  readonly kind = 'conflict'
  constructor() {
    super('The wallet has a Lightning Address, which cannot change')
  }
}

/** The Lightning node, or the host of a Lightning Address, did not answer; nothing was done. The same request with the same key is tried again. */
export class LightningAway extends AnsweredLater {
  override readonly code = 'LIGHTNING_UNAVAILABLE'
  constructor(message = 'The Lightning node does not answer; nothing was done') {
    super(message)
  }
}

/** BOLT12 offers are not served. */
export class OffersNotServed extends DomainError {
  readonly code = 'NOT_IMPLEMENTED'
  readonly kind = 'unsupported'
  constructor() {
    super('Offers (BOLT12) are not served')
  }
}

/** The destination cannot be paid as asked; the message is for the caller. */
export class InvalidDestination extends InvalidField {
  constructor(message: string) {
    super('destination', message)
  }
}

/** The amount does not fit the destination. */
export class InvalidSats extends InvalidField {
  override readonly code = 'INVALID_AMOUNT'
  constructor(message: string) {
    super('amount_sats', message)
  }
}

/** More than one payment may move. */
export class TooManySats extends DomainError {
  readonly code = 'AMOUNT_TOO_LARGE'
  readonly kind = 'invalid'
  constructor(maximumSats: bigint) {
    super(`The largest Lightning payment is ${maximumSats} sats`, { details: { field: 'amount_sats', maximum: Number(maximumSats) } })
  }
}
