import type { CheckoutView } from '@gateway/contract/checkout'
import { assetOf } from '@gateway/domain/money/asset'
import type { Markup } from '../html.ts'
import { checkoutTexts } from '../locales/checkout-texts.ts'
import type { CheckoutTexts } from '../locales/en/checkout.ts'
import { formatFiat } from '../locales/format.ts'
import type { Language } from '../locales/languages.ts'
import { exact, named } from '../parts/amount.ts'
import { type Phase, phaseOf } from './phase.ts'

/** What a checkout page is drawn from. */
export interface CheckoutInput {
  readonly payment: CheckoutView
  /** Text of the QR image: the wallet link, or the plain address where wallets misread token links. */
  readonly qrText: string
  /** Explorer URL to which a transaction id is appended; undefined where none exists. */
  readonly explorerTx: string | undefined
  /** Only coins without value are taken. */
  readonly isTest: boolean
  /** The server's clock, RFC 3339. */
  readonly now: string
  readonly language: Language
  readonly nonce: string
  readonly theme?: 'light' | 'dark'
}

/** The same with what every part of the page says: texts, phase, names and amounts as shown. */
export interface Checkout extends CheckoutInput {
  readonly t: CheckoutTexts
  readonly phase: Phase
  readonly merchant: Markup
  readonly ticker: string
  readonly fiat: Markup
  /** An amount of the payment's asset with its unit. */
  readonly coins: (amount: string) => Markup
}

/** Reads a payment as its page shows it. */
export function checkoutOf(input: CheckoutInput): Checkout {
  const { payment, language, now } = input
  const { ticker } = assetOf(payment.blockchain)
  return {
    ...input,
    t: checkoutTexts[language],
    phase: phaseOf(payment, now),
    merchant: named(payment.business_name),
    ticker,
    fiat: exact(formatFiat(language, String(payment.amount), payment.currency)),
    coins: (amount) => exact(`${amount} ${ticker}`),
  }
}
