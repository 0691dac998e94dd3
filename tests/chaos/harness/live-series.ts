import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../../support/say.ts'
import { newWallets } from '../../support/wallets.ts'
import type { CaseSeries } from '../oracle/case.ts'
import { askDatabase } from './ask-database.ts'
import { chainOf } from './chains.ts'
import { untilTaken } from './customer.ts'
import type { SeriesOrder } from './escrow-orders.ts'
import type { Market } from './workload.ts'

const LOOK_EVERY_MS = 500

/** Runs all series at their times. */
export const liveSeries = (market: Market, orders: readonly SeriesOrder[]): Promise<CaseSeries[]> =>
  Promise.all(orders.map((order) => live(market, order, market.journal.now())))

async function live(market: Market, order: SeriesOrder, beganMs: number): Promise<CaseSeries> {
  const { journal, around } = market
  const periods = order.dueAfterMs.length + 1
  await pause(Math.max(0, beganMs + order.atMs - journal.now()))
  const { id, businessId } = await open(market, order, periods)
  journal.note('series created', { n: order.n, asset: order.asset, id })
  for (const [at, dueAfterMs] of order.dueAfterMs.entries()) {
    await pause(dueAfterMs)
    // As if its next slot had come; a repeat finds it charged.
    const due = `UPDATE series SET next_charge_at = now(), try_at = now() WHERE id = $1 AND periods_completed = $2`
    await untilTaken(journal, () => askDatabase(around.databaseUrl, due, [id, at + 1]))
    await untilCharged(market, id, at + 2)
    journal.note('series charged', { n: order.n, period: at + 2 })
  }
  return { n: order.n, id, businessId, periods }
}

async function open({ api, shops, journal }: Market, { n, asset, dollars }: SeriesOrder, periods: number) {
  const chain = chainOf(asset)
  const [depositor, beneficiary] = [(await newWallets([chain]))[chain], (await newWallets([chain]))[chain]]
  const { key, businessId } = shops.patient(n)
  const terms = {
    business_id: businessId,
    payment_method: 'crypto',
    customer_email: 'lena@hoffmann.example',
    amount: dollars,
    currency: 'USD',
  }
  const body = {
    ...terms,
    interval: 'weekly',
    max_periods: periods,
    coin: asset,
    depositor_address: depositor,
    beneficiary_address: beneficiary,
  }
  const headers = { 'idempotency-key': randomUUID() }
  const id = await untilTaken(journal, async () => {
    const said = await say(api, 'POST /escrow/series', { key, headers, body })
    if (said.status !== 201) throw new Error(`POST /escrow/series answered ${said.status} ${String(said.body['code'])}`)
    return String(said.body['id'])
  })
  return { id, businessId }
}

const untilCharged = ({ journal, around }: Market, id: string, periods: number): Promise<void> =>
  untilTaken(journal, async () => {
    for (;;) {
      const query = 'SELECT periods_completed AS periods FROM series WHERE id = $1'
      const [row] = await askDatabase<{ periods: number }>(around.databaseUrl, query, [id])
      if ((row?.periods ?? 0) >= periods) return
      await pause(LOOK_EVERY_MS)
    }
  })
