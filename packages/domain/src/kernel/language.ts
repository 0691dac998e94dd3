/** The languages of public pages and of e-mails to payers, as BCP 47 tags, in the order in which pages list them. */
export const languageTags = ['en', 'de', 'es', 'fr', 'it', 'pt-BR', 'ja', 'zh-CN', 'hi', 'ar'] as const

/** A language of public pages. */
export type LanguageTag = (typeof languageTags)[number]
