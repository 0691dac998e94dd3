import type { Language } from './languages.ts'

/** Intl's locale: Latin digits everywhere, because amounts and addresses are compared digit by digit with a wallet. */
const localeOf = (language: Language): string => `${language}-u-nu-latn`

const MOST_DIGITS = 20

/** A fiat amount, a decimal text, with its currency, such as `€149.00`: exact to its last digit, never rounded. */
export function formatFiat(language: Language, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, maximumFractionDigits: MOST_DIGITS })
  // Intl formats decimal texts exactly; its type allows only literals.
  return format.format(amount as never)
}

/** A price per coin: as many digits as small coins need, such as `€0.8562`. */
export const formatPrice = (language: Language, price: number, currency: string): string =>
  new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    ...(price < PRECISE_BELOW && { maximumSignificantDigits: PRECISE_DIGITS }),
  }).format(price)

const PRECISE_BELOW = 100
const PRECISE_DIGITS = 5

/** A time of day with its zone, such as `14:47 UTC`. */
export const formatTime = (language: Language, iso: string): string =>
  `${new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(iso))} UTC`

/** A date and time with its zone, such as `14 Oct 2026, 14:47 UTC`. */
export const formatMoment = (language: Language, iso: string): string =>
  `${new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' }).format(new Date(iso))} UTC`

/** A calendar day, an ISO 8601 text, such as `28 October 2026`; English names a day as the fewest readers misread it. */
export const formatDay = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00.000Z`),
  )

/** A day and time beside others of the same weeks, such as `14 Oct, 14:47`; its zone stands elsewhere. */
export const formatStamp = (language: Language, iso: string, { withSeconds = false } = {}): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { second: '2-digit' }),
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(new Date(iso))

/** How many days a day is away, such as `in 14 days`, `today` or `3 days ago`. */
export const formatDaysAway = (language: Language, days: number): string =>
  new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' }).format(days, 'day')

/** Days from one ISO 8601 day to another; negative when that is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

const DAY_MS = 24 * 60 * 60 * 1_000

/** A plain number, a decimal text, exact to its last digit. */
export const formatDecimal = (language: Language, decimal: string): string =>
  // Intl formats decimal texts exactly; its type allows only literals.
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: MOST_DIGITS }).format(decimal as never)

/** Per cent, a decimal text, such as `19%` or `5,5 %`. */
export const formatPercent = (language: Language, percent: string): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: 'percent', maximumFractionDigits: MOST_DIGITS }).format(percent as never)

/** A share in basis points, such as `1%`. */
export const formatShare = (language: Language, bps: number): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'percent', maximumFractionDigits: 2 }).format(bps / BPS)

const BPS = 10_000
