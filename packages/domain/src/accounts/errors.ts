import { DomainError } from '../kernel/error.ts'

/** No credential came with the request. */
export class Unauthenticated extends DomainError {
  readonly code = 'UNAUTHENTICATED'
  readonly kind = 'unauthenticated'
  constructor() {
    super('Send a credential: Authorization: Bearer <API key or token>')
  }
}

/** The API key is malformed, unknown, revoked or expired; the answer does not say which. */
export class InvalidApiKey extends DomainError {
  readonly code = 'INVALID_API_KEY'
  readonly kind = 'unauthenticated'
  constructor() {
    super('The API key is not valid')
  }
}

/** The token is malformed, foreign, revoked or expired; the answer does not say which. */
export class InvalidToken extends DomainError {
  readonly code = 'INVALID_TOKEN'
  readonly kind = 'unauthenticated'
  constructor() {
    super('The token is not valid')
  }
}

/** Unknown account and wrong password: one text, one timing. */
export class WrongCredentials extends DomainError {
  readonly code = 'UNAUTHENTICATED'
  readonly kind = 'unauthenticated'
  constructor() {
    super('The e-mail address or the password is not right')
  }
}

/** Somebody has registered with this address before. */
export class EmailTaken extends DomainError {
  readonly code = 'EMAIL_TAKEN'
  readonly kind = 'conflict'
  constructor() {
    super('An account with this e-mail address exists', { details: [{ field: 'email', message: 'is taken' }] })
  }
}

/** Too many passwords are being checked at the moment. */
export class SignInBusy extends DomainError {
  readonly code = 'SIGN_IN_BUSY'
  readonly kind = 'unavailable'
  constructor() {
    super('Too many sign-ins at the moment; try again in a few seconds')
  }
}
