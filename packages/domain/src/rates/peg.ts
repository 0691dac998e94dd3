import type { Decimal } from '../money/decimal.ts'
import { isWithin } from '../money/exact.ts'

const ONE: Decimal = { digits: 1n, scale: 0 }
const PEG_BPS = 50n

/** The effective price in US dollars: USDC within half a percent of one dollar counts as one dollar. */
export const pegged = (ticker: string, usdPrice: Decimal): Decimal =>
  ticker === 'USDC' && isWithin(usdPrice, ONE, PEG_BPS) ? ONE : usdPrice
