import { call, type ShownPayment } from '@gateway/scripts/demo/client'
import { setTimeout as pause } from 'node:timers/promises'
import { untilTaken } from './customer.ts'
import type { Market, Placed } from './workload.ts'

const LOOK_EVERY_MS = 1_000

/** Waits until the API shows a status, through kills. */
export const untilReached = (market: Asked, placed: Pick<Placed, 'shop' | 'payment'>, status: string): Promise<void> =>
  untilShown(market, placed, (shown) => shown === status)

/** Waits until the API shows the deposit. */
export const untilSeen = (market: Asked, placed: Pick<Placed, 'shop' | 'payment'>): Promise<void> =>
  untilShown(market, placed, (shown) => shown !== 'pending')

type Asked = Pick<Market, 'api' | 'journal'>

const untilShown = (
  { api, journal }: Asked,
  { shop: { key }, payment: { id } }: Pick<Placed, 'shop' | 'payment'>,
  isReached: (status: string) => boolean,
): Promise<void> =>
  untilTaken(journal, async () => {
    for (;;) {
      const { payment } = await call<{ payment: ShownPayment }>(api, { path: `/payments/${id}`, key })
      if (isReached(payment.status)) return
      await pause(LOOK_EVERY_MS)
    }
  })
