import type { PayableRefund } from '@gateway/domain/payments/payable-refund'
import type { Language } from '../../locales/languages.ts'
import type { OfferStep, ProgressStep, ReviewStep } from '../refund/refund-view.ts'

/** What both pages of a refund that the merchant pays are drawn from. */
export interface AssistedView {
  readonly language: Language
  readonly nonce: string
  /** The server's clock. */
  readonly now: Date
  readonly refund: PayableRefund
  /** True where the coins have no value. */
  readonly isTestNetwork: boolean
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}

/** What the payer's page shows. */
export interface PayerPageView extends AssistedView {
  readonly show: OfferStep | Pick<ReviewStep, 'step' | 'address'> | ProgressStep
}

/** The problem of a typed transaction. */
export type TransactionProblem = 'missing' | 'malformed' | 'too_many'

/** What the page of whoever pays shows. */
export interface PayPageView extends AssistedView {
  /** Text of the QR image; null while there is nothing to pay. */
  readonly qrText: string | null
  /** The transaction as it was typed, and its problem. */
  readonly typed?: string
  readonly problem?: TransactionProblem
}
