import { invalidRequest } from '../wire/api-error.ts'

/**
 * The smallest charge of each currency, in its smallest unit. Source: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts; the page has no
 * row for CNY, which is converted and must be worth half a US dollar then: four yuan are enough.
 */
const minimumUnits: Readonly<Record<string, number>> = {
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cny: 400,
  eur: 50,
  gbp: 30,
  inr: 50,
  jpy: 50,
  usd: 50,
}

/** The largest charge has eight digits. */
const MAX_UNITS = 99_999_999

/**
 * Checks a currency and an amount in its smallest unit.
 * @throws {ApiError} of status 400 when the currency is not served, or the amount is too small or too large.
 */
export function checkAmount(units: number, currency: string, param: string): void {
  const minimum = minimumUnits[currency]
  if (minimum === undefined) throw invalidRequest(`Invalid currency: ${currency}.`, { param: 'currency' })
  if (units < minimum) throw invalidRequest(`The amount must be at least ${minimum} in ${currency}.`, { code: 'amount_too_small', param })
  if (units > MAX_UNITS) throw invalidRequest(`The amount must be no more than ${MAX_UNITS}.`, { code: 'amount_too_large', param })
}

/** Whether money of a currency is served at all. */
export const isServedCurrency = (currency: string): boolean => Object.hasOwn(minimumUnits, currency)
