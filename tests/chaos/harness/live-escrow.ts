import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../../support/say.ts'
import { newWallets } from '../../support/wallets.ts'
import type { CaseEscrow } from '../oracle/case.ts'
import { chainOf } from './chains.ts'
import { untilTaken } from './customer.ts'
import type { EscrowOrder } from './escrow-orders.ts'
import { answered, type OpenEscrow, play, readDue } from './play-escrow.ts'
import type { Market } from './workload.ts'

/** Runs all escrows at their times. */
export const liveEscrows = (market: Market, orders: readonly EscrowOrder[]): Promise<CaseEscrow[]> =>
  Promise.all(orders.map((order) => live(market, order, market.journal.now())))

async function live(market: Market, order: EscrowOrder, beganMs: number): Promise<CaseEscrow> {
  const { journal } = market
  const { n, asset, behaviour } = order
  await pause(Math.max(0, beganMs + order.atMs - journal.now()))
  const escrow = await open(market, order)
  journal.note('escrow created', { n, asset, behaviour, id: escrow.id })
  return play(market, escrow, order)
}

/** Creates an escrow; one whose answer was lost stays unpaid. */
async function open(market: Market, { n, asset, dollars, hasShop }: EscrowOrder): Promise<OpenEscrow> {
  const { api, shops, journal } = market
  const chain = chainOf(asset)
  const [depositor, beneficiary] = [(await newWallets([chain]))[chain], (await newWallets([chain]))[chain]]
  const shop = shops.patient(n)
  const parties = { depositor_address: depositor, beneficiary_address: beneficiary }
  const terms = { chain: asset, amount_fiat: dollars, ...parties, ...(hasShop && { business_id: shop.businessId }) }
  const headers = { 'idempotency-key': randomUUID() }
  const { body } = await untilTaken(journal, () =>
    answered('POST /escrow', 201, () => say(api, 'POST /escrow', { body: terms, headers, ...(hasShop && { key: shop.token }) })),
  )
  const id = String(body['id'])
  return {
    id,
    ...(await readDue(market, id)),
    address: String(body['escrow_address']),
    payee: beneficiary,
    returnTo: depositor,
    token: String(body['release_token']),
    ...(hasShop && { businessId: shop.businessId }),
  }
}
