import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Said, say } from '../../support/say.ts'
import type { CardBehaviour, CaseCard } from '../oracle/case.ts'
import type { CardOrder } from './card-orders.ts'
import { untilTaken } from './customer.ts'
import { answered } from './play-escrow.ts'
import type { Market } from './workload.ts'

const LOOK_EVERY_MS = 500
type Members = Readonly<Record<string, unknown>>

/** What a merchant asks for: a share of the payment in percent, or its release. Commands in one row are sent at once. */
type Command = number | 'release'
const commandsOf: Readonly<Record<CardBehaviour, readonly (readonly Command[])[]>> = {
  direct: [],
  parts: [[30], [70]],
  release: [['release']],
  part_release: [[30], ['release']],
  returned: [[100]],
  taken_back: [['release'], [100]],
  race: [['release', 100]],
  fails: [],
}
const isDirect: ReadonlySet<CardBehaviour> = new Set<CardBehaviour>(['direct', 'parts', 'fails'])

/** Runs all card payments at their times: customers pay them on the processor's pages, and merchants refund and release them. */
export async function liveCards(market: Market, orders: readonly CardOrder[]): Promise<CaseCard[]> {
  if (orders.length > 0) await market.stripe.control.do('disturbEvents', { kind: 'double', times: Number.MAX_SAFE_INTEGER })
  return Promise.all(orders.map((order) => live(market, order, market.journal.now())))
}

async function live(market: Market, order: CardOrder, beganMs: number): Promise<CaseCard> {
  const { journal, stripe, shops } = market
  const { n, behaviour, amount } = order
  await pause(Math.max(0, beganMs + order.atMs - journal.now()))
  if (order.fault) await stripe.control.do('failApi', order.fault)
  const { businessId } = shops.cards(n)
  const created = await create(market, order)
  const card = { n, id: String(created['id']), businessId, escrowId: created['escrow_id'] as string | null, behaviour, amount }
  journal.note('card payment created', { n, behaviour, id: card.id })
  await pay(market, card, String(created['checkout_url']))
  await pause(order.decidesAfterMs)
  const answers: Record<string, string> = {}
  for (const commands of commandsOf[behaviour])
    Object.assign(answers, ...(await Promise.all(commands.map((one) => command(market, card, one)))))
  journal.note('card payment done', { n, answers: JSON.stringify(answers) })
  return { ...card, answers }
}

/** A request of the shop that is repeated with one idempotency key until it is answered. */
function ask(
  market: Market,
  { n, route, body }: { n: number; route: string; body: Members },
  accepts: (said: Said) => boolean,
): Promise<Said> {
  const { api, shops, journal } = market
  const headers = { 'idempotency-key': randomUUID() }
  return untilTaken(journal, async () => {
    const said = await say(api, route, { key: shops.cards(n).key, headers, body })
    if (!accepts(said)) throw new Error(`${route} answered ${said.status} ${String(said.body['code'])}`)
    return said
  })
}

async function create(market: Market, { n, behaviour, amount }: CardOrder): Promise<Members> {
  const body = { amount, currency: 'USD', escrow_mode: !isDirect.has(behaviour) }
  const { body: given } = await ask(market, { n, route: 'POST /cards/payments/create', body }, ({ status }) => status === 201)
  return Object(given['payment'])
}

/** The customer pays; one whose bank refuses later has not. */
async function pay(market: Market, { n, id, behaviour }: Pick<CaseCard, 'n' | 'id' | 'behaviour'>, page: string): Promise<void> {
  const { control } = market.stripe
  if (behaviour !== 'fails') {
    await payCheckout(page)
    return until(market, { n, id }, ({ status }) => status !== 'pending')
  }
  await payCheckout(page, 'bank_debit_fails')
  const { effects } = await control.do('readLog')
  const [intent] = effects.flatMap(({ object }) =>
    object.object === 'payment_intent' && object.metadata['card_payment_id'] === id ? [object.id] : [],
  )
  await control.do('settlePayment', { paymentIntent: intent ?? 'none', outcome: 'failed' })
}

const until = (
  { api, shops, journal }: Market,
  { n, id }: { n: number; id: string },
  accepts: (payment: Members) => boolean,
): Promise<void> =>
  untilTaken(journal, async () => {
    for (;;) {
      const route = `GET /cards/payments/${id}`
      const { body } = await answered(route, 200, () => say(api, route, { key: shops.cards(n).key }))
      if (accepts(Object(body['payment']))) return
      await pause(LOOK_EVERY_MS)
    }
  })

/** Asks for a release, or a refund; what was refused tells the code. */
async function command(
  market: Market,
  { n, id, escrowId, amount }: Omit<CaseCard, 'answers'>,
  what: Command,
): Promise<Record<string, string>> {
  const isRelease = what === 'release'
  const body = isRelease ? { escrow_id: escrowId } : { payment_id: id, amount: shareOf(amount, what) }
  const route = isRelease ? 'POST /cards/escrow/release' : 'POST /cards/refund'
  const said = await ask(market, { n, route, body }, ({ status }) => status < 500 && status !== 409 && status !== 429)
  return {
    [isRelease ? what : `refund ${shareOf(amount, what)}`]: said.status === 200 ? '200' : `${said.status} ${String(said.body['code'])}`,
  }
}

/** The first share is rounded down and the second is the rest, so that 30 and 70 percent are the whole. */
const shareOf = (amount: number, percent: number): number =>
  percent > 50 && percent < 100 ? amount - shareOf(amount, 100 - percent) : Math.floor((amount * percent) / 100)
