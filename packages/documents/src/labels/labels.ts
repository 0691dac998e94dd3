import { english } from './english.ts'
import { german } from './german.ts'
import { spanish } from './spanish.ts'
import { french } from './french.ts'
import { italian } from './italian.ts'
import { portuguese } from './portuguese.ts'
import { japanese } from './japanese.ts'
import { chinese } from './chinese.ts'
import { hindi } from './hindi.ts'
import type { Labels } from './label-set.ts'

/** Words by BCP 47 tag. */
const labels: Readonly<Record<string, Labels>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  it: italian,
  'pt-BR': portuguese,
  ja: japanese,
  'zh-CN': chinese,
  hi: hindi,
}

/** Languages that a document can have. */
export const documentLanguages: readonly string[] = Object.keys(labels)

/** The language that a document in this one is written in: Arabic, whose script is not set, and unknown ones are written in English. */
export const documentLanguage = (language: string): string => (Object.hasOwn(labels, language) ? language : 'en')

/** The words of a document in a language. */
export const labelsOf = (language: string): Labels => labels[documentLanguage(language)] ?? english
