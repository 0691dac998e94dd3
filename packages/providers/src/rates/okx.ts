import { z } from 'zod'
import { readForm } from './read-form.ts'
import { pairOf } from './pair-of.ts'
import type { PriceFeed } from './source.ts'

const Answer = z.object({ code: z.literal('0'), data: z.array(z.unknown()).min(1) })
const Row = z.object({ instId: z.string(), bidPx: z.string(), askPx: z.string(), last: z.string(), ts: z.string().regex(/^\d{13}$/) })

/** OKX: bid, ask and last trade of all spot pairs, most of them in stablecoins, each with its time in milliseconds. @see https://www.okx.com/docs-v5/en/#order-book-trading-market-data-get-tickers */
export const okx: PriceFeed = {
  name: 'okx',
  read(body) {
    const { data: rows } = readForm(Answer, body)
    return rows.flatMap((raw) => {
      const row = Row.safeParse(raw)
      const pair = row.success && pairOf(row.data.instId, '-')
      if (!pair) return []
      const { bidPx: bid, askPx: ask, last, ts } = row.data
      return [{ ...pair, bid, ask, last, at: new Date(Number(ts)) }]
    })
  },
}
