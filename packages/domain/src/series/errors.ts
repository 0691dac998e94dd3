import { DomainError } from '../kernel/error.ts'

/** The business has no account at a card processor that could charge a card. */
export class OnboardingRequired extends DomainError {
  readonly code = 'ONBOARDING_REQUIRED'
  readonly kind = 'invalid'
  constructor() {
    const message = 'The business has no connected account at a card processor'
    super(message, { details: [{ field: 'payment_method', message }] })
  }
}
