import type { AssetCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'

/** What a payer's e-mails say of a refund that the merchant pays from its own wallet: no hold, and no network fee is taken from it. */
interface PaidByMerchant {
  readonly paidBy: 'merchant'
  /** What the merchant called the payment. */
  readonly description: string | null
  /** Why the merchant refunds, in its own words. */
  readonly reason: string | null
  /** Exact: what arrives. */
  readonly amount: string
  readonly asset: AssetCode
  /** The same in whole units of the currency. */
  readonly price: string
  readonly currency: FiatCode
  /** Path of the page below the origin; it contains the token. */
  readonly path: string
}

/** A payer's link to such a refund. */
export interface AssistedRefundFacts extends PaidByMerchant {
  readonly kind: 'refund_link'
  /** The address that the merchant has named; null while the payer is asked for one. */
  readonly address: string | null
  readonly endsAt: string
}

/** All of it has arrived for good. Written at the start, and sent on that day. */
export interface RefundArrivedFacts extends PaidByMerchant {
  readonly kind: 'refund_arrived'
}
