import { DomainError, InvalidField } from '@gateway/domain/kernel/error'

/** The Lightning node did not answer, or gave an impossible answer; retried with back-off. */
export class LightningUnavailable extends DomainError {
  readonly code = 'LIGHTNING_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(problem: string, cause?: unknown) {
    super(`The Lightning node is unavailable: ${problem}`, { cause })
  }
}

/** The node answered that it does not do it; nothing has changed. */
export class RefusedByNode extends DomainError {
  readonly code = 'LIGHTNING_UNAVAILABLE'
  readonly kind = 'unavailable'
  constructor(call: string, reason: string) {
    super(`The Lightning node refused ${call}: ${reason}`)
  }
}

/** The node cannot read the text as an invoice of its network. */
export class InvalidPaymentRequest extends InvalidField {
  constructor(reason: string) {
    super('destination', reason)
  }
}
