import { setTimeout as pause } from 'node:timers/promises'
import type { Said } from '../../support/say.ts'
import type { CaseInvoice } from '../oracle/case.ts'
import { askInvoiceShop, readAsked } from './ask-invoice-shop.ts'
import { chainOf } from './chains.ts'
import type { InvoiceOrder } from './invoice-orders.ts'
import { plays } from './play-invoice.ts'
import type { Market } from './workload.ts'

/** An invoice whose parties have done all they do; what its merchant is shown of it in the end is read later. */
export type LivedInvoice = Omit<CaseInvoice, 'shown'>

const DAY_MS = 24 * 60 * 60 * 1_000

/** Runs all invoices at their times: the shop writes and publishes them, and their clients pay by crypto, by card or by both. */
export const liveInvoices = (market: Market, orders: readonly InvoiceOrder[]): Promise<LivedInvoice[]> =>
  Promise.all(orders.map((order) => live(market, order, market.journal.now())))

async function live(market: Market, order: InvoiceOrder, beganMs: number): Promise<LivedInvoice> {
  const { journal, shops } = market
  const { n, asset, behaviour, dollars } = order
  await pause(Math.max(0, beganMs + order.atMs - journal.now()))
  const { businessId, wallets } = shops.invoices()
  const id = await write(market, order)
  journal.note('invoice written', { n, asset, behaviour, id })
  const invoice = { n, id, businessId, asset, behaviour, payee: wallets[chainOf(asset)], cents: dollars * 100 }
  if (behaviour === 'void') {
    // A repeat after a lost answer finds it gone.
    await askInvoiceShop(market, `DELETE /invoices/${id}`, { accepts: ({ status }) => status === 200 || status === 404 })
    return { ...invoice, address: '', sentUnits: '0', answers: {} }
  }
  await askInvoiceShop(market, `POST /invoices/${id}/publish`, { accepts: isDone })
  const asked = await readAsked(market, id)
  const { sentUnits, answers } = await plays[behaviour](market, { ...order, ...asked, id })
  journal.note('invoice done', { n, answers: JSON.stringify(answers) })
  return { ...invoice, address: asked.address, sentUnits: String(sentUnits), answers }
}

/** A draft, with a due day where that is to end. */
async function write(market: Market, { asset, dollars, behaviour }: InvoiceOrder): Promise<string> {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const terms = { amount: dollars, currency: 'USD', crypto_currency: asset }
  const body = { ...terms, ...(behaviour === 'overdue' && { due_date: tomorrow }) }
  const said = await askInvoiceShop(market, 'POST /invoices', { body, accepts: ({ status }) => status === 201 })
  return String(said.body['id'])
}

const isDone = ({ status }: Said): boolean => status === 200
