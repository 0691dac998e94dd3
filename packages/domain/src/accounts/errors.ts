import { DomainError, type InvalidField } from '../kernel/error.ts'
import type { FactorName } from './factors.ts'
import type { Scope } from './scope.ts'

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

/** The key is valid but lacks the scope. */
export class InsufficientScope extends DomainError {
  readonly code = 'INSUFFICIENT_SCOPE'
  readonly kind = 'forbidden'
  constructor(scope: Scope) {
    super(`The API key needs the scope ${scope}`, { details: { scope } })
  }
}

/** An app acts only where the payments of its user are read and created. */
export class AppsRefused extends DomainError {
  readonly code = 'INSUFFICIENT_SCOPE'
  readonly kind = 'forbidden'
  constructor() {
    super('An app with the scope payments reads and creates payments, and does nothing else; use an API key')
  }
}

/** A key may create only keys within its own scopes. */
export class ScopesExceeded extends DomainError {
  readonly code = 'INSUFFICIENT_SCOPE'
  readonly kind = 'forbidden'
  constructor(scopes: readonly Scope[]) {
    super('A key makes only keys within its own scopes', { details: { scopes } })
  }
}

/** The credential or address exceeded its requests per minute; nothing was done. */
export class RateLimited extends DomainError {
  readonly code = 'RATE_LIMITED'
  readonly kind = 'rate_limited'
  readonly usage: { readonly current: number; readonly limit: number; readonly remaining: number }
  constructor(limit: number) {
    super(`At most ${limit} requests a minute are answered here; wait as long as Retry-After says`)
    this.usage = { current: limit, limit, remaining: 0 }
  }
}

/** Too many attempts; the answer is the same whether or not there is such an account. */
export class TooManyAttempts extends DomainError {
  readonly code = 'RATE_LIMITED'
  readonly kind = 'rate_limited'
  readonly usage: { readonly current: number; readonly limit: number; readonly remaining: number }
  readonly retryAfterSeconds: number
  constructor(limit: number, retryAfterSeconds: number) {
    super('Too many attempts; wait as long as Retry-After says, or let a link be sent to you that sets a new password')
    this.usage = { current: limit, limit, remaining: 0 }
    this.retryAfterSeconds = retryAfterSeconds
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

/** A wrong code and a ticket of no use, at an address that signs in: whoever sends one is not signed in. */
export class SecondFactorRefused extends DomainError {
  readonly code = 'UNAUTHENTICATED'
  readonly kind = 'unauthenticated'
  constructor(cause: InvalidField) {
    super(cause.message, { cause, ...(cause.details && { details: cause.details }) })
  }
}

/** The password was right; the account asks for a second factor, which the ticket in the details takes. */
export class SecondFactorRequired extends DomainError {
  readonly code = 'SECOND_FACTOR_REQUIRED'
  readonly kind = 'unauthenticated'
  constructor({ ticket, expiresAt, factors }: { ticket: string; expiresAt: Date; factors: readonly FactorName[] }) {
    const details = { ticket, expires_at: expiresAt.toISOString(), factors }
    super('The account asks for a second factor: finish the sign-in with the ticket in details', { details })
  }
}

/** The session must be confirmed again with password, code or passkey before it does this. */
export class ConfirmationRequired extends DomainError {
  readonly code = 'CONFIRMATION_REQUIRED'
  readonly kind = 'unauthenticated'
  constructor() {
    super('Confirm with your password, a code or a passkey first; it counts for five minutes')
  }
}

/** An account with this e-mail address exists. */
export class EmailTaken extends DomainError {
  readonly code = 'EMAIL_TAKEN'
  readonly kind = 'conflict'
  constructor() {
    super('An account with this e-mail address exists', { details: [{ field: 'email', message: 'is taken' }] })
  }
}

/** Too many passwords are being checked now. */
export class SignInBusy extends DomainError {
  readonly code = 'SIGN_IN_BUSY'
  readonly kind = 'unavailable'
  constructor() {
    super('Too many sign-ins at the moment; try again in a few seconds')
  }
}

/** An operator's e-mail address has to be verified first. */
export class EmailNotVerified extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor() {
    super('The e-mail address of this account is not verified: its owner has to open the link in the e-mail first')
  }
}
