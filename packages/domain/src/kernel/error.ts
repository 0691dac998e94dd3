/** The category of a refusal; the API maps it to a status, the worker decides by it about retries. */
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
  | 'failed_elsewhere'
  | 'unavailable'

/** A rejected member of the request, and why. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** Facts for the caller: named fields, or a small object such as `{ current: 'released' }`. */
export type ErrorDetails = readonly FieldProblem[] | Readonly<Record<string, unknown>>

/** A refusal with a product code. Its message is meant for the caller; any other thrown value is an internal error. */
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

/** The message of a thrown value, which need not be an Error. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** A member of the request has an unacceptable value. */
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
  /** The state that refuses the action. */
  readonly current: string
  constructor(current: string, action: string) {
    super(`Cannot ${action} while the state is ${current}`, { details: { current } })
    this.current = current
  }
}

/** The object does not exist or belongs to another merchant; the answer is the same. */
export class NotFound extends DomainError {
  readonly code = 'NOT_FOUND'
  readonly kind = 'not_found'
  /** What does not exist, in a word or two. */
  readonly noun: string
  constructor(noun: string) {
    super(`No such ${noun}`)
    this.noun = noun
  }
}
