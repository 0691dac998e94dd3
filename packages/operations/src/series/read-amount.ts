import type { Decimal } from '@gateway/domain/money/decimal'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import { minorUnitsOf } from '../rates/minor-units-of.ts'

/** An amount in the smallest unit of its currency. @throws {InvalidAmount} */
export function readAmount(amount: Decimal, currency: FiatCode): bigint {
  const minorUnits = minorUnitsOf(amount, currency)
  if (minorUnits <= 0n) throw new InvalidAmount('must be greater than 0')
  return minorUnits
}
