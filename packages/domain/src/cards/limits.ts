import type { FiatCode } from '../money/fiat.ts'
import { CardAmountTooLarge, CardAmountTooSmall } from './errors.ts'

/**
 * The smallest charge by currency, in its smallest unit (docs.stripe.com/currencies#minimum-and-maximum-charge-amounts); the page has no row for CNY,
 * which is converted and must be worth half a US dollar then: four yuan are enough. The processor decides by the settlement currency, so it may still
 * refuse more.
 */
const minimumChargeMinor: Readonly<Record<FiatCode, bigint>> = {
  USD: 50n,
  EUR: 50n,
  GBP: 30n,
  CAD: 50n,
  AUD: 50n,
  JPY: 50n,
  CHF: 50n,
  CNY: 400n,
  INR: 50n,
  BRL: 50n,
}

/** Eight digits, the most that the processor charges at once in any of the served currencies. */
const MAX_CHARGE_MINOR = 99_999_999n

/** Why the processor may not charge an amount by card; undefined when it may. */
export function findChargeFault(amountMinor: bigint, currency: FiatCode): 'too_small' | 'too_large' | undefined {
  if (amountMinor < minimumChargeMinor[currency]) return 'too_small'
  return amountMinor > MAX_CHARGE_MINOR ? 'too_large' : undefined
}

/** True when the processor may charge an amount by card. */
export const isChargeable = (amountMinor: bigint, currency: FiatCode): boolean => findChargeFault(amountMinor, currency) === undefined

/** Accepts an amount that the processor can charge. @throws {CardAmountTooSmall} {CardAmountTooLarge} */
export function requireChargeable(amountMinor: bigint, currency: FiatCode): void {
  const fault = findChargeFault(amountMinor, currency)
  if (fault === 'too_small') throw new CardAmountTooSmall({ minimumMinor: minimumChargeMinor[currency], currency })
  if (fault === 'too_large') throw new CardAmountTooLarge(MAX_CHARGE_MINOR)
}
