import { setTimeout as pause } from 'node:timers/promises'
import type { CaseSend } from '../oracle/case.ts'
import { explainSends } from './explain-sends.ts'
import type { LightningShop } from './lightning-shop.ts'
import { playSends } from './play-send.ts'
import type { SendOrder } from './send-orders.ts'
import type { Market } from './workload.ts'

/** Where the orders are lived. */
interface Living {
  readonly market: Market
  readonly lightning: LightningShop
  /** The hashes of the orders that have begun and have not ended. */
  readonly open: Map<SendOrder, string>
  readonly beganMs: number
}

const EXPLAIN_EVERY_MS = 60_000

/** Runs all Lightning payments at their times: wallets pay invoices from outside and inside, and receive. Explains every minute those that last. */
export async function liveSends(market: Market, orders: readonly SendOrder[]): Promise<CaseSend[]> {
  const { lightning, journal } = market
  if (!lightning) return []
  const of: Living = { market, lightning, open: new Map(), beganMs: journal.now() }
  const living = Promise.all(orders.map((order) => live(of, order)))
  const stopping = new AbortController()
  const explaining = explainLasting(of, stopping.signal)
  return living.finally(() => {
    stopping.abort()
    return explaining
  })
}

async function live({ market, lightning, open, beganMs }: Living, order: SendOrder): Promise<CaseSend> {
  const { journal } = market
  const { n, behaviour, sats } = order
  await pause(Math.max(0, beganMs + order.atMs - journal.now()))
  const onHash = (of: SendOrder, paymentHash: string): void => void open.set(of, paymentHash)
  const played = await playSends[behaviour]({ market, lightning, onHash }, order)
  open.delete(order)
  journal.note('Lightning payment done', { n, behaviour, hash: played.paymentHash, answers: JSON.stringify(played.answers) })
  return { n, behaviour, sats, ...played }
}

/** Notes once a minute where the payments stand whose parties have waited for longer than that. */
async function explainLasting({ market, lightning, open, beganMs }: Living, stopping: AbortSignal): Promise<void> {
  const { journal, around } = market
  const sources = { databaseUrl: around.databaseUrl, records: lightning.live.records }
  while (!stopping.aborted) {
    await pause(EXPLAIN_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined)
    const lasting = [...open].filter(([{ atMs }]) => journal.now() - beganMs - atMs > EXPLAIN_EVERY_MS)
    if (lasting.length > 0) await explainSends(sources, { journal, hashes: lasting.map(([, hash]) => hash) })
  }
}
