import { processorDecimals } from '@gateway/domain/money/processor-decimals'
import { formatUnits } from '@gateway/domain/money/decimal'
import { readMinor } from '../cards/card-money.ts'

/** How an amount of a series counts: in whole units of its currency, or for cards in the smallest one. */
export interface Counted {
  readonly currency: string
  readonly unit: 'major' | 'minor'
}

/** An amount of a series as a merchant types it, always in whole units: "29" for 2900 US cents. */
export const typedAmount = (amount: number, { currency, unit }: Counted): string =>
  unit === 'major' ? String(amount) : formatUnits(BigInt(amount), processorDecimals(currency.toUpperCase()))

/** A typed amount as the series counts it. What is no amount of its currency stays as it was typed, and is refused where it is read. */
export const countedAmount = (typed: string, { currency, unit }: Counted): string =>
  unit === 'major' ? typed : String(readMinor(typed, currency) ?? typed)
