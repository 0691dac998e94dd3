import { findJsonDecimal, formatUnits } from '@gateway/domain/money/decimal'
import { divide } from '@gateway/domain/money/exact'
import { tickers } from '@gateway/domain/rates/symbol'
import { z } from 'zod'
import { readForm } from './read-form.ts'
import type { PriceFeed } from './source.ts'

const Answer = z.object({ data: z.object({ currency: z.literal('USD'), rates: z.record(z.string(), z.string()) }) })

/**
 * Coinbase: the amount of each coin per US dollar, without a time.
 * Its rates of other currencies are not used: those are the central bank's.
 * @see https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
 */
export const coinbase: PriceFeed = {
  name: 'coinbase',
  read(body) {
    const { rates } = readForm(Answer, body).data
    return tickers.flatMap((base) => {
      const last = turned(rates[base])
      return last === undefined ? [] : [{ base, quote: 'USD', last }]
    })
  },
}

const ONE = { digits: 1n, scale: 0 }
const RATE = /^\d{1,12}(?:\.\d{1,20})?$/

/** Dollars per coin, of coins per dollar. */
function turned(text: string | undefined): string | undefined {
  const rate = text !== undefined && RATE.test(text) ? findJsonDecimal(text) : undefined
  if (!rate || rate.digits <= 0n) return undefined
  const price = divide(ONE, rate)
  return formatUnits(price.digits, price.scale)
}
