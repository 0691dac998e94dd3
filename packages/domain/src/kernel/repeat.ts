import { DomainError, type ErrorDetails } from './error.ts'

/** The key was used within a day for a request that asked for something else. */
export class IdempotencyMismatch extends DomainError {
  readonly code = 'IDEMPOTENCY_MISMATCH'
  readonly kind = 'mismatch'
  constructor() {
    super('This idempotency key was used for another request; send a new key')
  }
}

/** The first request with this key is still being worked on. */
export class IdempotencyInFlight extends DomainError {
  readonly code = 'IDEMPOTENCY_IN_FLIGHT'
  readonly kind = 'conflict'
  constructor() {
    super('The first request with this idempotency key is still being worked on; repeat it in a moment')
  }
}

/** What a caller was told by a refusal. */
export interface ToldRefusal {
  readonly code: string
  readonly message: string
  readonly details?: ErrorDetails | undefined
}

/** A refusal that was given before, to a request with the same key; it keeps its words. */
export class RefusedBefore extends DomainError {
  readonly code: string
  readonly kind = 'unavailable'
  constructor({ code, message, details }: ToldRefusal) {
    super(message, details && { details })
    this.code = code
  }
}
