/** What sort of refusal an error is; one table in the api maps it to a transport status, the worker reads it to decide about retries. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'mismatch'
  | 'rate_limited'
  | 'unsupported'
  | 'unavailable'

/** One named member of the request that was refused, and why. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** Facts a caller may act on: named fields, or a small object such as `{ current: 'released' }`. */
export type ErrorDetails = readonly FieldProblem[] | Readonly<Record<string, unknown>>

/** A refusal the product knows by name. The message is meant for the caller; anything else that is thrown is an internal error. */
export abstract class DomainError extends Error {
  abstract readonly code: string
  abstract readonly kind: ErrorKind
  readonly details: ErrorDetails | undefined

  constructor(message: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = new.target.name
    this.details = options.details
  }
}

/** What a thrown value says; anything may be thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The request names a member whose value cannot be accepted. */
export class InvalidField extends DomainError {
  readonly code: string = 'VALIDATION_ERROR'
  readonly kind = 'invalid'
  constructor(field: string, message: string) {
    super(`${field}: ${message}`, { details: [{ field, message }] })
  }
}

/** The object's state does not allow the action; nothing has changed. */
export class InvalidState extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor(current: string, action: string) {
    super(`Cannot ${action} while the state is ${current}`, { details: { current } })
  }
}

/** The object does not exist, or belongs to somebody else: the answer is the same. */
export class NotFound extends DomainError {
  readonly code = 'NOT_FOUND'
  readonly kind = 'not_found'
  constructor(noun: string) {
    super(`No such ${noun}`)
  }
}
