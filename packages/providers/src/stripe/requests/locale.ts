import type { LanguageTag } from '@gateway/domain/kernel/language'
import type { Stripe } from 'stripe'

/** Our languages as the hosted page spells them (SessionCreateParams.Locale, 2026-10-28.endive). It has no Arabic: it follows the browser then. */
const locales = {
  en: 'en',
  de: 'de',
  es: 'es',
  fr: 'fr',
  it: 'it',
  'pt-BR': 'pt-BR',
  ja: 'ja',
  'zh-CN': 'zh',
  hi: 'hi-IN',
  ar: 'auto',
} as const satisfies Readonly<Record<LanguageTag, Stripe.Checkout.SessionCreateParams.Locale>>

/** The locale of the hosted page; without a language `auto`, that of the browser. */
export const checkoutLocale = (language: LanguageTag | null): Stripe.Checkout.SessionCreateParams.Locale =>
  language === null ? 'auto' : locales[language]
