import { DomainError } from '../kernel/error.ts'

/** The asset is unknown, or this deployment does not serve its chain. */
export class UnsupportedBlockchain extends DomainError {
  readonly code = 'UNSUPPORTED_BLOCKCHAIN'
  readonly kind = 'invalid'
  constructor(blockchain: string, served: readonly string[]) {
    const message = `${blockchain} is not served here; choose one of ${served.join(', ')}`
    super(message, { details: [{ field: 'blockchain', message }] })
  }
}

/** The amount is no finite positive number of the currency's precision. */
export class InvalidAmount extends DomainError {
  readonly code = 'INVALID_AMOUNT'
  readonly kind = 'invalid'
  constructor(message: string, field: 'amount' | 'amount_crypto' = 'amount') {
    super(`${field}: ${message}`, { details: [{ field, message }] })
  }
}

/** The amount is below the current minimum worth forwarding; `minimum` is in the asset. */
export class AmountTooSmall extends DomainError {
  readonly code = 'AMOUNT_TOO_SMALL'
  readonly kind = 'invalid'
  constructor(details: { minimum: string; amount: string; blockchain: string }) {
    super(`The amount is ${details.amount} ${details.blockchain}; the smallest payment is ${details.minimum}`, {
      details: { field: 'amount', ...details },
    })
  }
}

/** The amount exceeds the maximum of one payment. */
export class AmountTooLarge extends DomainError {
  readonly code = 'AMOUNT_TOO_LARGE'
  readonly kind = 'invalid'
  constructor(maximumUsd: string) {
    super(`The amount is worth more than ${maximumUsd} USD, the largest payment`, { details: { field: 'amount', maximum_usd: maximumUsd } })
  }
}

/** The business has no wallet to forward this asset to. */
export class WalletNotConfigured extends DomainError {
  readonly code = 'WALLET_NOT_CONFIGURED'
  readonly kind = 'invalid'
  constructor(blockchain: string) {
    super(`The business has no wallet address for ${blockchain}; set walletAddresses first`, {
      details: [{ field: 'blockchain', message: 'no wallet address is set for it' }],
    })
  }
}

/** The gateway cannot refund this payment; the message says why. */
export class NotReturnable extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor(current: string, reason: string) {
    super(`This money cannot be sent back: ${reason}`, { details: { current, reason } })
  }
}

/** A decision about held money was not carried out; nothing has changed. */
export class DecisionRefused extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
}

/** No role has carried the decision out in time; it is carried out later, once. */
export class DecisionPending extends DomainError {
  readonly code = 'TIMED_OUT'
  readonly kind = 'unavailable'
  constructor() {
    super('The decision is stored and not carried out yet; look at the payment again in a moment')
  }
}
