import { checkoutPage } from '@gateway/pages/payments/checkout-page'
import { sampleCheckouts } from '@gateway/pages/payments/test-checkouts'
import { unknownPaymentPage } from '@gateway/pages/payments/unknown-payment-page'
import { startDrawings } from './start-drawings.ts'
import type { Language } from '@gateway/pages/locales/languages'

/** Who looks at a page, and how. */
export interface Look {
  readonly language: Language
  readonly nonce: string
  readonly theme?: 'light' | 'dark'
}

/** Draws one page in one state. */
export type Drawing = (look: Look) => string

/** Every public page in every state, by name. */
export const drawings: Readonly<Record<string, Drawing>> = {
  ...Object.fromEntries(
    Object.entries(sampleCheckouts).map(([name, sample]): [string, Drawing] => [
      `checkout-${name}`,
      (look) => checkoutPage({ ...sample, ...look }),
    ]),
  ),
  'checkout-unknown': unknownPaymentPage,
  ...startDrawings,
}
