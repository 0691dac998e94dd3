import { DomainError, type ErrorDetails, type ErrorKind } from './error.ts'

/** The idempotency key was used within a day for another request. */
export class IdempotencyMismatch extends DomainError {
  readonly code = 'IDEMPOTENCY_MISMATCH'
  readonly kind = 'mismatch'
  constructor() {
    super('This idempotency key was used for another request; send a new key')
  }
}

/** The first request with this key is still in progress. */
export class IdempotencyInFlight extends DomainError {
  readonly code = 'IDEMPOTENCY_IN_FLIGHT'
  readonly kind = 'conflict'
  constructor() {
    super('The first request with this idempotency key is still being worked on; repeat it in a moment')
  }
}

/** Another request is changing the same object. Nothing was written; the same request can be repeated. */
export class ConcurrentUpdate extends DomainError {
  readonly code = 'CONCURRENT_UPDATE'
  readonly kind = 'conflict'
  constructor(what: string) {
    super(`Another request is changing this ${what}; repeat yours in a moment`)
  }
}

/** A refusal as sent to the caller. */
export interface ToldRefusal {
  readonly code: string
  /** `unavailable` where none is named. */
  readonly kind?: ErrorKind | undefined
  readonly message: string
  readonly details?: ErrorDetails | undefined
}

/** A stored refusal of an earlier request with the same key, with its original message. */
export class RefusedBefore extends DomainError {
  readonly code: string
  readonly kind: ErrorKind
  constructor({ code, kind = 'unavailable', message, details }: ToldRefusal) {
    super(message, details && { details })
    this.code = code
    this.kind = kind
  }
}

/** The effect of the request is stored, and its answer was not there in time. The same request with the same key waits for it again. */
export abstract class AnsweredLater extends DomainError {
  readonly code: string = 'TIMED_OUT'
  readonly kind = 'unavailable'
}
