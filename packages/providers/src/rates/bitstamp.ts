import { z } from 'zod'
import { readForm } from './read-form.ts'
import { pairOf } from './pair-of.ts'
import type { PriceFeed } from './source.ts'

const Answer = z.array(z.unknown()).min(1)
const Row = z.object({ pair: z.string(), bid: z.string(), ask: z.string(), last: z.string(), timestamp: z.string().regex(/^\d{10}$/) })

const SECOND_MS = 1_000

/** Bitstamp: bid, ask and last trade of all pairs, each with its time in seconds. @see https://www.bitstamp.net/api/#tag/Tickers */
export const bitstamp: PriceFeed = {
  name: 'bitstamp',
  read(body) {
    const rows = readForm(Answer, body)
    return rows.flatMap((raw) => {
      const row = Row.safeParse(raw)
      const pair = row.success && pairOf(row.data.pair, '/')
      if (!pair) return []
      const { bid, ask, last, timestamp } = row.data
      return [{ ...pair, bid, ask, last, at: new Date(Number(timestamp) * SECOND_MS) }]
    })
  },
}
