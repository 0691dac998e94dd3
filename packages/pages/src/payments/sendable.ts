import type { CheckoutView } from '@gateway/contract/checkout'
import type { Markup, Part } from '../html.ts'
import type { CheckoutTexts } from '../locales/en/checkout.ts'
import type { Language } from '../locales/languages.ts'
import type { Phase } from './phase.ts'

/** What the amount, the address and the QR codes of a transfer are drawn from. */
export interface Sendable {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly phase: Phase
  readonly ticker: string
  readonly fiat: Markup
  readonly qrText: string
  readonly payment: Pick<CheckoutView, 'amount_due' | 'payment_address' | 'payment_uri' | 'blockchain'>
  /** Stands below the amount instead of its value in fiat money. */
  readonly note?: Part
}
