import type { InvoiceLine } from '@gateway/domain/invoices/invoice-line'
import { formatUnits } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatDecimals } from '@gateway/domain/money/fiat'
import type { Bps } from '@gateway/domain/money/rounding'

/** `123450n, 'EUR'` → `1234.50`: all digits of the currency, no grouping, a leading minus. The form that EN 16931 wants. */
export function plainAmount(minor: bigint, currency: FiatCode): string {
  const decimals = fiatDecimals[currency]
  const [whole = '', fraction = ''] = formatUnits(minor, decimals).split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** Intl's locale: Latin digits everywhere. */
const localeOf = (language: string): string => `${language}-u-nu-latn`

/** An amount as a page shows it, from decimal text and with the digits of our own table: Intl's may differ from ISO 4217. */
export function shownAmount(minor: bigint, currency: FiatCode, language: string): string {
  const digits = fiatDecimals[currency]
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // Intl formats decimal texts exactly; its type allows only literals.
  return format.format(plainAmount(minor, currency) as never)
}

const MOST_DIGITS = 20

/** A plain number, a decimal text, as a page shows it. */
export const shownNumber = (decimal: string, language: string): string =>
  new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: MOST_DIGITS }).format(decimal as never)

/** `1.5` for 15 tenths. */
export const plainQuantity = ({ digits, scale }: InvoiceLine['quantity']): string => formatUnits(digits, scale)

/** `19` for 1 900 basis points, `5.5` for 550. */
export const plainRate = (bps: Bps): string => formatUnits(BigInt(bps), 2)

/** A calendar day as a page shows it. */
export const shownDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00.000Z`))

/** The name of a country in a language. */
export const shownCountry = (country: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
