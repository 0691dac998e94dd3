import type { PayerHeldReason } from '@gateway/domain/payments/payer-refund'
import type { Run, Words } from '../words.ts'

/** What every text about a refund may name. */
export interface RefundNames {
  readonly merchant: string
  /** Exact amount with its unit, such as `0.0015 BTC`. */
  readonly amount: string
  /** Name of the coin, such as `Bitcoin`. */
  readonly coin: string
  /** The recipient. */
  readonly to: string
}

/** The texts of mails to payers in one language. */
export interface PayerTexts {
  /** Before a button's address. */
  readonly orOpen: string
  readonly sentFor: (product: Run, merchant: string) => Words
  readonly replies: (merchant: string) => Words
  /** Asks the depositor of an escrow for an address, without which there is none to pay to. */
  readonly nameFirst: string
  readonly refund: {
    /** At most 60 characters around the merchant's name. */
    readonly subject: (names: Pick<RefundNames, 'merchant' | 'amount'>) => string
    readonly preheader: (names: RefundNames) => Words
    readonly title: (names: RefundNames) => Words
    readonly reasons: Readonly<Record<PayerHeldReason, (names: RefundNames) => Words>>
    readonly ask: string
    readonly payment: string
    readonly youGet: string
    readonly lessNetworkFee: (names: RefundNames) => Words
    readonly ourFee: string
    readonly none: string
    readonly paid: string
    /** `hours` with its unit, such as `48 hours`. */
    readonly paidAfter: (hours: string) => Words
    readonly paidAtOnce: string
    readonly worksUntil: string
    readonly button: string
    readonly warning: (names: RefundNames) => Words
    readonly consequence: string
    readonly isKey: (names: RefundNames) => Words
    readonly why: (names: RefundNames) => Words
  }
}
