import { z } from 'zod'
import { readForm } from './read-form.ts'
import { pairTable } from './pair-of.ts'
import type { PriceFeed } from './source.ts'

const Answer = z.object({ error: z.array(z.string()).length(0), result: z.record(z.string(), z.unknown()) })
/** Ask, bid and last trade: a price each, and amounts. */
const Ticker = z.object({
  a: z.tuple([z.string()], z.unknown()),
  b: z.tuple([z.string()], z.unknown()),
  c: z.tuple([z.string()], z.unknown()),
})

/** Kraken's own names: older assets have the prefixes X and Z, bitcoin is XBT and dogecoin XDG. */
const pairs = pairTable({
  XXBTZUSD: 'BTC/USD',
  XXBTZEUR: 'BTC/EUR',
  XXBTZGBP: 'BTC/GBP',
  XETHZUSD: 'ETH/USD',
  XETHZEUR: 'ETH/EUR',
  XETHZGBP: 'ETH/GBP',
  BCHUSD: 'BCH/USD',
  POLUSD: 'POL/USD',
  SOLUSD: 'SOL/USD',
  SOLEUR: 'SOL/EUR',
  USDCUSD: 'USDC/USD',
  USDCEUR: 'USDC/EUR',
  USDTZUSD: 'USDT/USD',
  XDGUSD: 'DOGE/USD',
  XXRPZUSD: 'XRP/USD',
  ADAUSD: 'ADA/USD',
  BNBUSD: 'BNB/USD',
})

/**
 * Kraken: bid, ask and last trade of the requested pairs, without a time. @see https://docs.kraken.com/api/docs/rest-api/get-ticker-
 * information
 */
export const kraken: PriceFeed = {
  name: 'kraken',
  read(body) {
    const { result } = readForm(Answer, body)
    return [...pairs].flatMap(([name, pair]) => {
      const row = Ticker.safeParse(result[name])
      return row.success ? [{ ...pair, bid: row.data.b[0], ask: row.data.a[0], last: row.data.c[0] }] : []
    })
  },
}
