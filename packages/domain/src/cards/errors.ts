import { DomainError, InvalidField } from '../kernel/error.ts'
import { AnsweredLater } from '../kernel/repeat.ts'

/** The business has no account at the card processor that could take this payment. */
export class OnboardingRequired extends DomainError {
  readonly code = 'ONBOARDING_REQUIRED'
  readonly kind = 'invalid'
  constructor(field: 'business_id' | 'payment_method' | 'crypto_currency') {
    const message = 'The business has no connected account at a card processor'
    super(message, { details: [{ field, message }] })
  }
}

/** More is asked back than is left; `remaining` is in the smallest unit of the currency. */
export class RefundTooLarge extends DomainError {
  readonly code = 'INVALID_AMOUNT'
  readonly kind = 'invalid'
  constructor(remainingMinor: bigint) {
    super(`Only ${remainingMinor} can still be refunded`, { details: { field: 'amount', remaining: Number(remainingMinor) } })
  }
}

/** The amount is below the smallest charge of its currency at the processor. */
export class CardAmountTooSmall extends DomainError {
  readonly code = 'AMOUNT_TOO_SMALL'
  readonly kind = 'invalid'
  constructor({ minimumMinor, currency }: { readonly minimumMinor: bigint; readonly currency: string }) {
    super(`The smallest card payment is ${minimumMinor} in the smallest unit of ${currency}`, {
      details: { field: 'amount', currency, minimum: Number(minimumMinor) },
    })
  }
}

/** The processor does not charge more than eight digits of the smallest unit at once. */
export class CardAmountTooLarge extends DomainError {
  readonly code = 'AMOUNT_TOO_LARGE'
  readonly kind = 'invalid'
  constructor(maximumMinor: bigint) {
    super(`The largest card payment is ${maximumMinor} in the smallest unit of its currency`, {
      details: { field: 'amount', maximum: Number(maximumMinor) },
    })
  }
}

/** The country of an account at the processor is fixed by its first onboarding. */
export class CountryImmutable extends InvalidField {
  constructor() {
    super('country', 'cannot change after the first onboarding')
  }
}

/** The first onboarding needs the country of the business. */
export class CountryRequired extends InvalidField {
  constructor() {
    super('country', 'is required for the first onboarding')
  }
}

/** The processor has refused the call for good; nothing was charged. `reason` is its own code. */
export class ProcessorFailed extends DomainError {
  readonly code = 'PROCESSOR_ERROR'
  readonly kind = 'failed_elsewhere'
  constructor(reason: string | null) {
    super('The card processor did not accept the request', reason === null ? {} : { details: { reason } })
  }
}

/** The signature of a processor event is missing, wrong or too old; nothing was stored. */
export class InvalidProcessorSignature extends DomainError {
  readonly code = 'INVALID_SIGNATURE'
  readonly kind = 'invalid'
  constructor() {
    super('The signature of the event does not match its body')
  }
}

/** The processor has not answered in time. What was asked for is stored and goes on; the same request gets its answer later. */
export class ProcessorLate extends AnsweredLater {
  constructor() {
    super('The card processor has not answered yet; repeat the request in a moment')
  }
}
