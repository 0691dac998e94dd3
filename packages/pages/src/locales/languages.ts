import type { LanguageTag } from '@gateway/domain/kernel/language'

/** A language, by its own name and the direction of its script. */
interface LanguageFacts {
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
}

/** The languages of public pages, in the order of the language list. The keys are BCP 47 tags. */
export const languages = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  it: { name: 'Italiano', dir: 'ltr' },
  'pt-BR': { name: 'Português', dir: 'ltr' },
  ja: { name: '日本語', dir: 'ltr' },
  'zh-CN': { name: '简体中文', dir: 'ltr' },
  hi: { name: 'हिन्दी', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const satisfies Readonly<Record<LanguageTag, LanguageFacts>>

/** A language of public pages. */
export type Language = keyof typeof languages

/** Every language, in the order of the table. */
export const languageCodes = Object.keys(languages) as Language[]

/** One table of texts per language: a missing language does not compile. */
export type InEveryLanguage<Texts> = Readonly<Record<Language, Texts>>
