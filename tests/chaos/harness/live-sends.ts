import { setTimeout as pause } from 'node:timers/promises'
import type { CaseSend } from '../oracle/case.ts'
import type { LightningShop } from './lightning-shop.ts'
import { playSends } from './play-send.ts'
import type { SendOrder } from './send-orders.ts'
import type { Market } from './workload.ts'

/** Runs all Lightning payments at their times: wallets pay invoices from outside and inside, and receive. */
export function liveSends(market: Market, orders: readonly SendOrder[]): Promise<CaseSend[]> {
  const { lightning } = market
  if (!lightning) return Promise.resolve([])
  return Promise.all(orders.map((order) => live({ market, lightning }, order, market.journal.now())))
}

async function live(of: { market: Market; lightning: LightningShop }, order: SendOrder, beganMs: number): Promise<CaseSend> {
  const { journal } = of.market
  const { n, behaviour, sats } = order
  await pause(Math.max(0, beganMs + order.atMs - journal.now()))
  const played = await playSends[behaviour](of, order)
  journal.note('Lightning payment done', { n, behaviour, hash: played.paymentHash, answers: JSON.stringify(played.answers) })
  return { n, behaviour, sats, ...played }
}
