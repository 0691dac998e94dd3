import type { Stripe } from 'stripe'

/** Languages of our pages that the hosted page spells otherwise (SessionCreateParams.Locale, 2026-10-28.endive); it has no Arabic. */
const spelledOtherwise: Readonly<Record<string, Stripe.Checkout.SessionCreateParams.Locale>> = {
  hi: 'hi-IN',
  'pt-br': 'pt-BR',
  'zh-cn': 'zh',
  ar: 'auto',
}

const spelledAlike = ['de', 'en', 'es', 'fr', 'it', 'ja'] as const

/** The locale of the hosted page; `auto`, the language of the browser, for every other. */
export function checkoutLocale(language: string | null): Stripe.Checkout.SessionCreateParams.Locale {
  if (language === null) return 'auto'
  if (Object.hasOwn(spelledOtherwise, language)) return spelledOtherwise[language] ?? 'auto'
  return spelledAlike.find((known) => known === language) ?? 'auto'
}
