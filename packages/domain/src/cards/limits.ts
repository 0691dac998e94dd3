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

/** True when the processor may charge an amount by card. */
export const isChargeable = (amountMinor: bigint, currency: FiatCode): boolean =>
  amountMinor >= minimumChargeMinor[currency] && amountMinor <= MAX_CHARGE_MINOR

/** Accepts an amount that the processor can charge. @throws {CardAmountTooSmall} {CardAmountTooLarge} */
export function requireChargeable(amountMinor: bigint, currency: FiatCode): void {
  const minimumMinor = minimumChargeMinor[currency]
  if (amountMinor < minimumMinor) throw new CardAmountTooSmall({ minimumMinor, currency })
  if (amountMinor > MAX_CHARGE_MINOR) throw new CardAmountTooLarge(MAX_CHARGE_MINOR)
}
