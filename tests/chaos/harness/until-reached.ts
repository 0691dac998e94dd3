import { call, type ShownPayment } from '@gateway/scripts/demo/client'
import { setTimeout as pause } from 'node:timers/promises'
import { untilTaken } from './customer.ts'
import type { Market, Placed } from './workload.ts'

const LOOK_EVERY_MS = 1_000

/** Waits until the shop is shown a state, whatever is killed meanwhile. */
export const untilReached = (
  { api, journal }: Pick<Market, 'api' | 'journal'>,
  { shop: { key }, payment: { id } }: Pick<Placed, 'shop' | 'payment'>,
  status: string,
): Promise<void> =>
  untilTaken(journal, async () => {
    for (;;) {
      const { payment } = await call<{ payment: ShownPayment }>(api, { path: `/payments/${id}`, key })
      if (payment.status === status) return
      await pause(LOOK_EVERY_MS)
    }
  })
