import type { ConvertedAmount } from '@gateway/domain/rates/shown-rate'
import type { Decimal } from '@gateway/domain/money/decimal'
import { fiatDecimal, fiatDecimals } from '@gateway/domain/money/fiat'
import { currencyOf } from '@gateway/domain/rates/symbol'
import { getRate, type RatePair, type RatesContext } from './get-rate.ts'
import { minorUnitsOf } from './minor-units-of.ts'

/**
 * Converts a fiat amount into a coin at the current rate, to the nearest unit.
 *
 * @throws {InvalidAmount} finer than the currency; {RateUnavailable} when there is no rate.
 */
export async function convertAmount(ctx: RatesContext, { amount, ...pair }: RatePair & { amount: Decimal }): Promise<ConvertedAmount> {
  const minor = minorUnitsOf(amount, pair.currency)
  const rate = await getRate(ctx, pair)
  const { decimals } = currencyOf(pair.symbol)
  const numerator = minor * 10n ** BigInt(decimals + rate.rate.scale)
  const denominator = 10n ** BigInt(fiatDecimals[pair.currency]) * rate.rate.digits
  const digits = (2n * numerator + denominator) / (2n * denominator)
  return { ...rate, amount: fiatDecimal(minor, pair.currency), cryptoAmount: { digits, scale: decimals } }
}
