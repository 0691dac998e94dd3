import type { Language } from '../locales/languages.ts'

/** English names a day as the fewest readers misread it; digits are Latin everywhere, because people compare them with other screens. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : `${language}-u-nu-latn`)

/** A moment to the minute with its zone, such as `14 October 2026 at 12:37 UTC`. */
export const formatMoment = (language: Language, iso: string): string =>
  `${new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(iso))} UTC`

/** A number of hours with its unit in the right plural, such as `48 hours`. */
export const formatHours = (language: Language, hours: number): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours)
