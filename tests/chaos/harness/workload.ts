import type { RunningStripe } from '@gateway/devnet/stripe/start-stripe'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { setTimeout as pause } from 'node:timers/promises'
import type { Surroundings } from '@gateway/scripts/stack/settings'
import { unitsOf } from '../../support/customer.ts'
import { type Customer, untilTaken } from './customer.ts'
import type { Journal } from './journal.ts'
import { giveBack } from './give-back.ts'
import type { LightningShop } from './lightning-shop.ts'
import type { Behaviour, Order } from './orders.ts'
import { payAgain, sendUnsupported, spendAgain } from './pay-again.ts'
import { ask, type ChaosShop, type Shops } from './shops.ts'
import { flushAsThirdParty } from './third-party.ts'
import type { Servers } from './servers.ts'

/** Inputs of the workload. */
export interface Market {
  readonly api: string
  readonly shops: Shops
  readonly lightning: LightningShop | undefined
  readonly customer: Customer
  readonly servers: Servers
  readonly around: Surroundings
  readonly stripe: Pick<RunningStripe, 'control'>
  readonly journal: Journal
  /** Creations whose response did not arrive. */
  unanswered: number
}

/** A finished order: its payment and the payer's deposits. */
export interface Placed {
  readonly order: Order
  readonly shop: ChaosShop
  readonly payment: ShownPayment
  readonly sentUnits: bigint
  /** The first transaction; empty without one. */
  readonly txId: string
  /** Base units of the other token. */
  readonly unsupportedUnits: bigint
  /** The refund address of the payer. */
  readonly returnTo?: string
}

/** The share of the due amount, in percent, that each behaviour sends. */
const percentSent: Readonly<Record<Behaviour, bigint>> = {
  exact: 100n,
  over: 110n,
  late: 100n,
  under: 50n,
  back: 50n,
  never: 0n,
  twice: 100n,
  respent: 100n,
  unsupported: 100n,
}
const isHurried: Readonly<Record<Behaviour, boolean>> = {
  exact: false,
  over: false,
  late: true,
  under: true,
  back: true,
  never: true,
  twice: false,
  respent: false,
  unsupported: false,
}

/** Runs all orders at their times. */
export const work = (market: Market, orders: readonly Order[]): Promise<Placed[]> =>
  Promise.all(orders.map((order) => live(market, order, market.journal.now())))

async function live(market: Market, order: Order, beganMs: number): Promise<Placed> {
  const { journal, customer } = market
  await pause(beganMs + order.atMs - journal.now())
  const shop = isHurried[order.behaviour] ? market.shops.hurried(order.n) : market.shops.patient(order.n)
  const payment = await untilTaken(journal, () => ask(market.api, shop, order).catch((error: unknown) => recordUnanswered(market, error)))
  journal.note('created', { n: order.n, asset: order.asset, behaviour: order.behaviour, id: payment.id })
  const sentUnits = (unitsOf(payment, payment.crypto_amount) * percentSent[order.behaviour]) / 100n
  let txId = ''
  if (sentUnits > 0n) {
    const windowMs = order.tooLate ? Date.parse(payment.expires_at) - Date.now() : 0
    await pause(windowMs + order.paysAfterMs)
    txId = await customer.pay(payment, sentUnits)
    journal.note('paid', { n: order.n, units: String(sentUnits), txId })
  }
  if (order.flushedAfterMs !== undefined) await flushLater(market, { ...order, flushedAfterMs: order.flushedAfterMs }, { shop, payment })
  const placed = { order, shop, payment, sentUnits, txId, unsupportedUnits: 0n }
  return { ...placed, ...(await further[order.behaviour]?.(market, placed)) }
}

/** Actions of payers beyond the first payment. */
const further: Partial<Record<Behaviour, (market: Market, placed: Placed) => Promise<Partial<Placed>>>> = {
  back: async (market, placed) => ({ returnTo: await giveBack(market, placed) }),
  twice: payAgain,
  respent: spendAgain,
  unsupported: sendUnsupported,
}

function recordUnanswered(market: Market, error: unknown): never {
  market.unanswered += 1
  throw error
}

async function flushLater(
  { servers, around, journal }: Market,
  order: Order & { flushedAfterMs: number },
  { shop, payment }: { shop: ChaosShop; payment: ShownPayment },
): Promise<void> {
  await pause(order.flushedAfterMs)
  const txId = await untilTaken(journal, () =>
    flushAsThirdParty(servers, { payment, wallets: shop.wallets, platform: around.platformAddresses }),
  )
  journal.note('third party flushed', { n: order.n, txId })
}
