import { DomainError } from '../kernel/error.ts'
import { MAX_ACTIVE_KEYS, MAX_BUSINESSES } from './limits.ts'

/** The credential does not cover the business; the answer is the same whether or not it exists. */
export class ForbiddenBusiness extends DomainError {
  readonly code = 'FORBIDDEN'
  readonly kind = 'forbidden'
  constructor() {
    super('This credential does not act for that business')
  }
}

/** The merchant has several businesses, so one must be named. */
export class BusinessRequired extends DomainError {
  readonly code = 'BUSINESS_REQUIRED'
  readonly kind = 'invalid'
  constructor() {
    super('Name a business: business_id', {
      details: [{ field: 'business_id', message: 'is required when the merchant has several businesses' }],
    })
  }
}

/** A business is needed, and the merchant has none yet. */
export class NoBusinessYet extends DomainError {
  readonly code = 'BUSINESS_REQUIRED'
  readonly kind = 'invalid'
  constructor() {
    super('The merchant has no business yet; create one first', {
      details: [{ field: 'business_id', message: 'cannot name one: the merchant has no business yet' }],
    })
  }
}

/** The plan's transactions of this month are used up. */
export class UsageLimitExceeded extends DomainError {
  readonly code = 'USAGE_LIMIT_EXCEEDED'
  readonly kind = 'rate_limited'
  readonly usage: { readonly current: number; readonly limit: number; readonly remaining: number }
  /** @param standing - what was counted; more than the limit after a change to a smaller plan. */
  constructor({ limit, standing }: { readonly limit: number; readonly standing: number }) {
    super(`The plan allows ${limit} transactions per calendar month (UTC); they are used up`)
    this.usage = { current: Math.max(standing, limit), limit, remaining: 0 }
  }
}

/** Live settings are changed by live keys and merchants, never by a test key. */
export class LiveKeyRequired extends DomainError {
  readonly code = 'INSUFFICIENT_SCOPE'
  readonly kind = 'forbidden'
  constructor() {
    super('A test key changes nothing that live payments use; send a live key')
  }
}

/** This deployment has no test chains, and a test payment must never wait for real money. */
export class TestModeNotServed extends DomainError {
  readonly code = 'NOT_IMPLEMENTED'
  readonly kind = 'unsupported'
  constructor() {
    super('This deployment serves no payments in test mode; nothing was created')
  }
}

/** The business has the maximum number of active API keys; nothing was created. */
export class TooManyKeys extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor(current: number) {
    super(`A business has at most ${MAX_ACTIVE_KEYS} active API keys; revoke one first`, { details: { current, limit: MAX_ACTIVE_KEYS } })
  }
}

/** The merchant has the maximum number of businesses; nothing was created. */
export class TooManyBusinesses extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor(current: number) {
    super(`A merchant has at most ${MAX_BUSINESSES} businesses`, { details: { current, limit: MAX_BUSINESSES } })
  }
}
