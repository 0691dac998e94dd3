import type { Language } from './languages.ts'

/** A span of whole hours in words, such as `48 hours`. */
export const formatHours = (language: Language, hours: number): string =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(hours)
