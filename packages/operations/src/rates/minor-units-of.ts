import type { Decimal } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatDecimals, findMinorUnits } from '@gateway/domain/money/fiat'
import { InvalidAmount } from '@gateway/domain/payments/errors'

/** An amount in the smallest unit of its currency. @throws {InvalidAmount} when it is finer than the currency, or not positive. */
export function minorUnitsOf(amount: Decimal, currency: FiatCode): bigint {
  const minorUnits = findMinorUnits(amount, currency)
  if (minorUnits === undefined) throw new InvalidAmount(`has more than ${fiatDecimals[currency]} decimals`)
  if (minorUnits <= 0n) throw new InvalidAmount('must be greater than 0')
  return minorUnits
}
