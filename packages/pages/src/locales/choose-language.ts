import { type Language, languageCodes } from './languages.ts'

/** What a request says about the language of its answer. */
interface LanguageWish {
  /** `?lang=`. */
  readonly asked?: string | null | undefined
  /** The `Accept-Language` header (RFC 9110 §12.5.4). */
  readonly accepted?: string | undefined
}

const MAX_RANGES = 20

/** The language of a page: `?lang=`, else the most preferred served language of the browser, else English. */
export const chooseLanguage = ({ asked, accepted }: LanguageWish): Language =>
  findLanguage(asked ?? '') ??
  preferred(accepted ?? '')
    .map(findLanguage)
    .find((found) => found !== undefined) ??
  'en'

/** A served language by its tag, else by its primary language: `de-AT` finds `de`, `pt` finds `pt-BR`. */
function findLanguage(tag: string): Language | undefined {
  const wanted = tag.trim().toLowerCase()
  const exact = languageCodes.find((code) => code.toLowerCase() === wanted)
  return exact ?? languageCodes.find((code) => primaryOf(code) === primaryOf(wanted))
}

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/** Tags of the header in order of preference; equal weights keep their order, and a weight of 0 excludes. */
function preferred(header: string): string[] {
  const ranges = header.split(',', MAX_RANGES).map((range) => {
    const [tag = '', ...rest] = range.split(';')
    const weight = rest.map((text) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(text)?.[1]).find((text) => text !== undefined)
    return { tag, weight: Number(weight ?? 1) }
  })
  return ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
