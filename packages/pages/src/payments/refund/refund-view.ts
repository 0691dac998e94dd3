import type { AddressFault } from '@gateway/domain/custody/errors'
import type { PayerRefund } from '@gateway/domain/payments/payer-refund'
import type { Language } from '../../locales/languages.ts'

/** The problem of the typed address; `missing` when nothing was typed, `unchecked` while nobody can tell whether it is a wallet. */
export type AddressProblem = AddressFault | 'missing' | 'unchecked'

/** The form, as it is first shown or again with the typed address. */
export interface OfferStep {
  readonly step: 'offer'
  readonly typed?: string
  readonly problem?: AddressProblem
}

/** The question whether to send to a checked address. */
export interface ReviewStep {
  readonly step: 'review'
  /** In its canonical spelling. */
  readonly address: string
  /** The refund hold. */
  readonly holdHours: number
  /** The time from which the hold is counted. */
  readonly now: Date
}

/** A refund whose address is no longer asked for; `isTaken` after another address than the named one was sent. */
export interface ProgressStep {
  readonly step: 'progress'
  readonly isTaken?: boolean
}

/** What a refund page shows. */
export interface RefundView {
  readonly language: Language
  readonly nonce: string
  readonly refund: PayerRefund
  /** True where the coins have no value. */
  readonly isTestNetwork: boolean
  readonly show: OfferStep | ReviewStep | ProgressStep
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}
