import type { Words } from '../words.ts'

/** What a letter about a refund that the merchant pays may name. */
interface RefundLetterNames {
  readonly merchant: string
  /** Exact amount with its unit, such as `0.0015 BTC`. */
  readonly amount: string
  /** The recipient. */
  readonly to: string
}

/** The texts of letters about refunds that merchants pay, in one language; what they share with refunds of held money stands in `PayerTexts`. */
export interface RefundLetterTexts {
  readonly help: (names: RefundLetterNames) => Words
  readonly reason: string
  readonly value: string
  readonly networkFee: string
  readonly feeOfMerchant: (names: RefundLetterNames) => Words
  readonly paidByMerchant: (names: RefundLetterNames) => Words
  /** Of a link whose address the merchant has named. */
  readonly named: {
    /** At most 60 characters around the merchant's name. */
    readonly subject: (names: Pick<RefundLetterNames, 'merchant' | 'amount'>) => string
    readonly preheader: string
    readonly title: (names: RefundLetterNames) => Words
    readonly compare: (names: RefundLetterNames) => Words
    readonly button: string
  }
  readonly arrived: {
    /** At most 60 characters around the merchant's name. */
    readonly subject: (names: Pick<RefundLetterNames, 'merchant' | 'amount'>) => string
    readonly preheader: string
    readonly title: (names: RefundLetterNames) => Words
    readonly help: (names: RefundLetterNames) => Words
    readonly received: string
  }
}
