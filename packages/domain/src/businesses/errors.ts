import { DomainError } from '../kernel/error.ts'

/** The named business is outside the credential's reach; the answer is the same whether or not it exists. */
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

/** The plan's transactions of this month are used up. */
export class UsageLimitExceeded extends DomainError {
  readonly code = 'USAGE_LIMIT_EXCEEDED'
  readonly kind = 'rate_limited'
  readonly usage: { readonly current: number; readonly limit: number; readonly remaining: number }
  constructor(limit: number) {
    super(`The plan allows ${limit} transactions per calendar month (UTC); they are used up`)
    this.usage = { current: limit, limit, remaining: 0 }
  }
}
