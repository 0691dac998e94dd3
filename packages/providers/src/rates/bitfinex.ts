import { z } from 'zod'
import { readForm } from './read-form.ts'
import { pairTable } from './pair-of.ts'
import type { PriceFeed } from './source.ts'

const Answer = z.array(z.unknown()).min(1)
const Skipped = z.unknown()
/** Symbol, bid, its size, ask, its size, change, relative change, last trade, and further members. */
const Row = z.tuple([z.string(), z.string(), Skipped, z.string(), Skipped, Skipped, Skipped, z.string()], Skipped)

/** Bitfinex’s own names: t for trading, a colon after longer codes, UDC and UST for the stablecoins, BCHN for bitcoin cash. */
const pairs = pairTable({
  tBTCUSD: 'BTC/USD',
  tBTCEUR: 'BTC/EUR',
  tBTCGBP: 'BTC/GBP',
  tETHUSD: 'ETH/USD',
  tETHEUR: 'ETH/EUR',
  'tBCHN:USD': 'BCH/USD',
  tSOLUSD: 'SOL/USD',
  tUDCUSD: 'USDC/USD',
  tUSTUSD: 'USDT/USD',
  'tDOGE:USD': 'DOGE/USD',
  tXRPUSD: 'XRP/USD',
  tADAUSD: 'ADA/USD',
})

/** Bitfinex: rows of numbers for the requested symbols, without a time. @see https://docs.bitfinex.com/reference/rest-public-tickers */
export const bitfinex: PriceFeed = {
  name: 'bitfinex',
  read(body) {
    const rows = readForm(Answer, body)
    return rows.flatMap((raw) => {
      const row = Row.safeParse(raw)
      const pair = row.success && pairs.get(row.data[0])
      return pair ? [{ ...pair, bid: row.data[1], ask: row.data[3], last: row.data[7] }] : []
    })
  },
}
