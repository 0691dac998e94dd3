import { DomainError } from './error.ts'

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

/** A refusal that was given before, to a request with the same key; it keeps its words. */
export class RefusedBefore extends DomainError {
  readonly code: string
  readonly kind = 'unavailable'
  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.code = code
  }
}
