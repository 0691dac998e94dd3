import { formatMinor } from '../cards/card-money.ts'
import { formatFiat } from '../ui/money.ts'
import type { Counted } from './typed-amount.ts'

/** An amount of a series: in whole units of its currency, or for cards in the smallest one. */
export const formatAmount = (amount: number, { currency, unit }: Counted): string =>
  unit === 'major' ? formatFiat(String(amount), currency) : formatMinor(amount, currency)
