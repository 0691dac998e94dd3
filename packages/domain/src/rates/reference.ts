import { findPlainDecimal } from '../money/decimal.ts'
import { divide } from '../money/exact.ts'
import { type FiatCode, fiatCodes } from '../money/fiat.ts'
import type { Decimal } from '../money/decimal.ts'

/** The central bank's rates: units of each currency per euro, as plain decimals. */
export interface ReferenceRates {
  readonly source: string
  readonly at: Date
  readonly perEuro: Readonly<Partial<Record<FiatCode, string>>>
}

/** The value of one US dollar in each other currency of the bank, over the euro. Empty without a usable dollar rate. */
export function dollarIn({ perEuro }: ReferenceRates): Map<FiatCode, Decimal> {
  const dollars = findPositive(perEuro.USD)
  if (!dollars) return new Map()
  const worth = (currency: FiatCode): Decimal | undefined => findPositive(currency === 'EUR' ? '1' : perEuro[currency])
  return new Map(
    fiatCodes.flatMap((currency) => {
      const units = currency === 'USD' ? undefined : worth(currency)
      return units ? [[currency, divide(units, dollars)] as const] : []
    }),
  )
}

function findPositive(text: string | undefined): Decimal | undefined {
  const value = text === undefined || text.length > 20 ? undefined : findPlainDecimal(text)
  return value && value.digits > 0n ? value : undefined
}
