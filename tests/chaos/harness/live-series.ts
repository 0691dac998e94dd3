import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { nameOnPage } from '../../support/name-depositor.ts'
import { say } from '../../support/say.ts'
import { newWallets } from '../../support/wallets.ts'
import type { CaseEscrow, CaseSeries } from '../oracle/case.ts'
import { askDatabase } from './ask-database.ts'
import { chainOf } from './chains.ts'
import { untilTaken } from './customer.ts'
import type { SeriesOrder } from './escrow-orders.ts'
import { answered, type OpenEscrow, play, readDue } from './play-escrow.ts'
import { tokenInLetter } from './read-letter.ts'
import type { Market } from './workload.ts'

const LOOK_EVERY_MS = 500

/** A series, and its children that the customer paid. */
export interface LivedSeries {
  readonly series: CaseSeries
  readonly paid: readonly CaseEscrow[]
}

/** Runs all series at their times. The customer of each pays and releases its first child, by the link in its e-mail. */
export const liveSeries = (market: Market, orders: readonly SeriesOrder[]): Promise<LivedSeries[]> =>
  Promise.all(orders.map((order) => live(market, order, market.journal.now())))

async function live(market: Market, order: SeriesOrder, beganMs: number): Promise<LivedSeries> {
  const { journal } = market
  const periods = order.dueAfterMs.length + 1
  await pause(Math.max(0, beganMs + order.atMs - journal.now()))
  const { first, ...opened } = await open(market, order, periods)
  journal.note('series created', { n: order.n, asset: order.asset, id: opened.id })
  const [paid] = await Promise.all([payChild(market, order, first), charge(market, order, opened.id)])
  return { series: { n: order.n, ...opened, periods }, paid: [paid] }
}

/** Makes the series due at its times, as if its next slot had come and no timer had told of it. */
async function charge(market: Market, { n, dueAfterMs }: SeriesOrder, id: string): Promise<void> {
  const { journal, around } = market
  for (const [at, waitMs] of dueAfterMs.entries()) {
    await pause(waitMs)
    // A repeat finds it charged.
    const due = `UPDATE series SET next_charge_at = now() - interval '1 minute', try_at = now() - interval '1 minute' WHERE id = $1 AND periods_completed = $2`
    await untilTaken(journal, () => askDatabase(around.databaseUrl, due, [id, at + 1]))
    await untilCharged(market, id, at + 2)
    journal.note('series charged', { n, period: at + 2 })
  }
}

type Child = Omit<OpenEscrow, 'token' | 'address' | 'amountUnits'>

async function payChild(market: Market, order: SeriesOrder, child: Child): Promise<CaseEscrow> {
  const token = await tokenInLetter(market, child.id)
  if (isNamedLater(order)) await nameAddress(market, { ...child, token })
  const escrow = { ...child, ...(await readDue(market, child.id)), token }
  return play(market, escrow, { ...order, behaviour: 'release', commands: ['release'] })
}

/** Every second series knows no address of its customer, who names one before paying: a contract has none to pay to before. */
const isNamedLater = ({ n }: SeriesOrder): boolean => n % 2 === 1

const nameAddress = ({ api, journal, around }: Market, { id, token, returnTo = '' }: Child & { readonly token: string }): Promise<void> =>
  untilTaken(journal, async () => {
    const status = await nameOnPage(api, { id, token }, returnTo)
    const query = 'SELECT depositor_address AS named FROM escrow WHERE id = $1'
    const [row] = await askDatabase<{ named: string | null }>(around.databaseUrl, query, [id])
    if (row?.named !== returnTo) throw new Error(`the page of escrow ${id} answered ${status}`)
    journal.note('depositor named', { id })
  })

async function open({ api, shops, journal }: Market, order: SeriesOrder, periods: number) {
  const { n, asset, dollars } = order
  const chain = chainOf(asset)
  const [depositor, beneficiary] = [(await newWallets([chain]))[chain], (await newWallets([chain]))[chain]]
  const { token: key, businessId } = shops.patient(n)
  const terms = {
    business_id: businessId,
    payment_method: 'crypto',
    customer_email: `lena-${n}@hoffmann.example`,
    amount: dollars,
    currency: 'USD',
  }
  const body = {
    ...terms,
    interval: 'weekly',
    max_periods: periods,
    coin: asset,
    ...(!isNamedLater(order) && { depositor_address: depositor }),
    beneficiary_address: beneficiary,
  }
  const headers = { 'idempotency-key': randomUUID() }
  const said = await untilTaken(journal, () =>
    answered('POST /escrow/series', 201, () => say(api, 'POST /escrow/series', { key, headers, body })),
  )
  const { id, escrow } = said.body
  const first: Child = { id: String(Object(escrow)['id']), payee: beneficiary, returnTo: depositor, businessId }
  return { id: String(id), businessId, first }
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
