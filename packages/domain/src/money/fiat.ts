import type { Decimal } from './decimal.ts'

/** A currency a merchant may price in. */
export type FiatCode = 'USD' | 'EUR' | 'GBP' | 'CAD' | 'AUD' | 'JPY' | 'CHF' | 'CNY' | 'INR' | 'BRL'

/** Digits after the point of each currency's smallest unit (ISO 4217). */
export const fiatDecimals = { USD: 2, EUR: 2, GBP: 2, CAD: 2, AUD: 2, JPY: 0, CHF: 2, CNY: 2, INR: 2, BRL: 2 } as const satisfies Record<
  FiatCode,
  number
>

/** Every fiat code, in the order of the table. */
export const fiatCodes = Object.keys(fiatDecimals) as FiatCode[]

/** True when the text is the canonical code of a served currency. */
export const isFiatCode = (text: string): text is FiatCode => Object.hasOwn(fiatDecimals, text)

const TOLERANCE_SCALE = 9

/**
 * The amount in minor units, or undefined when it is finer.
 * Sums computed in binary floats (0.1 + 0.2) miss the cent by less than 1e-9 and are rounded to it; anything further away is ambiguous and
 * rejected.
 */
export function findMinorUnits(amount: Decimal, currency: FiatCode): bigint | undefined {
  const decimals = fiatDecimals[currency]
  const scale = Math.max(amount.scale, TOLERANCE_SCALE)
  const value = amount.digits * 10n ** BigInt(scale - amount.scale)
  const minor = 10n ** BigInt(scale - decimals)
  const nearest = (value + minor / 2n) / minor
  const miss = value - nearest * minor
  const tolerance = 10n ** BigInt(scale - TOLERANCE_SCALE)
  return (miss < 0n ? -miss : miss) <= tolerance ? nearest : undefined
}

/** A fiat amount as an exact decimal. */
export const fiatDecimal = (minorUnits: bigint, currency: FiatCode): Decimal => ({ digits: minorUnits, scale: fiatDecimals[currency] })
