import { payCheckout } from '@gateway/devnet/stripe/visit-pages'
import { setTimeout as pause } from 'node:timers/promises'
import type { Said } from '../../support/say.ts'
import type { InvoiceBehaviour } from '../oracle/case.ts'
import { askDatabase } from './ask-database.ts'
import { askInvoiceShop } from './ask-invoice-shop.ts'
import { untilTaken } from './customer.ts'
import type { InvoiceOrder } from './invoice-orders.ts'
import type { Market } from './workload.ts'

const LOOK_EVERY_MS = 1_000
const GIVE_UP_MS = 900_000

/** A published invoice, and what its page asked for first. */
interface Published extends Pick<InvoiceOrder, 'n' | 'asset' | 'paysAfterMs'> {
  readonly id: string
  readonly address: string
  readonly units: bigint
}

/** What came of an invoice: base units that its client sent, and the answers to its commands. */
interface Played {
  readonly sentUnits: bigint
  readonly answers: Readonly<Record<string, string>>
}

/** What clients and merchants do with an invoice that is published. */
export const plays: Readonly<Record<Exclude<InvoiceBehaviour, 'void'>, (market: Market, invoice: Published) => Promise<Played>>> = {
  exact: async (market, invoice) => paid(await payCoins(market, invoice)),
  // Before the forward is final, one flush could pay both.
  twice: async (market, invoice) => {
    const first = await payCoins(market, invoice)
    await until(market, 'forwarded', invoice)
    return paid(first + (await payCoins(market, invoice)))
  },
  both: async (market, invoice) => {
    const half = await payCoins(market, { ...invoice, units: invoice.units / 2n })
    await until(market, 'credited', invoice)
    await untilTaken(market.journal, () => payCard(market, invoice))
    return paid(half, { card: 'paid' })
  },
  crossing: async (market, invoice) => {
    const page = await untilTaken(market.journal, () => openCardPage(market, invoice))
    const sent = await payCoins(market, invoice)
    return paid(sent, { card: (await payCheckout(page)).outcome })
  },
  overdue: async (market, invoice) => {
    const due = `UPDATE invoice SET overdue_at = now() - interval '1 minute' WHERE id = $1 AND state = 'sent'`
    await untilTaken(market.journal, () => askDatabase(market.around.databaseUrl, due, [invoice.id]))
    await until(market, 'overdue', invoice)
    return paid(await payCoins(market, invoice))
  },
  seen: async (market, invoice) => {
    const sent = await payCoins(market, invoice)
    await until(market, 'seen', invoice)
    return paid(sent, { cancel: await command(market, `POST /invoices/${invoice.id}/cancel`) })
  },
  late: async (market, invoice) => {
    const cancel = await command(market, `POST /invoices/${invoice.id}/cancel`)
    return paid(await payCoins(market, invoice), { cancel })
  },
  credited: async (market, invoice) => paid(0n, { credit: await command(market, `POST /invoices/${invoice.id}/credit-notes`) }),
}

const paid = (sentUnits: bigint, answers: Played['answers'] = {}): Played => ({ sentUnits, answers })

async function payCoins({ customer, journal }: Market, { n, asset, address, units, paysAfterMs }: Published): Promise<bigint> {
  await pause(paysAfterMs)
  const txId = await customer.pay({ blockchain: asset, payment_address: address }, units)
  journal.note('invoice paid', { n, units: String(units), txId })
  return units
}

/** @throws {Error} where the page does not take the card now, so that it is tried again: what is open may just have changed. */
async function payCard(market: Market, { id, n }: Pick<Published, 'id' | 'n'>): Promise<void> {
  const { outcome } = await payCheckout(await openCardPage(market, { id }))
  if (outcome !== 'paid') throw new Error(`the card page of invoice ${id} says ${outcome}`)
  market.journal.note('invoice paid by card', { n })
}

async function openCardPage({ api }: Market, { id }: Pick<Published, 'id'>): Promise<string> {
  const answer = await fetch(`${api}/now/${id}/card`, { redirect: 'manual' })
  const page = answer.headers.get('location') ?? ''
  if (answer.status !== 303 || page.includes(`/now/${id}`)) throw new Error(`invoice ${id} has no card page: ${answer.status}`)
  return page
}

async function command(market: Market, route: string): Promise<string> {
  const accepts = ({ status }: Said): boolean => status < 500 && status !== 409 && status !== 429
  const { status, body } = await askInvoiceShop(market, route, { accepts })
  return status < 300 ? String(status) : `${status} ${String(body['code'])}`
}

const milestones = {
  forwarded: `SELECT FROM spend_intent WHERE ref = $1 AND purpose = 'invoice_forward' AND state = 'final'`,
  credited: 'SELECT FROM invoice WHERE id::text = $1 AND credited_minor > 0',
  overdue: `SELECT FROM invoice WHERE id::text = $1 AND state = 'overdue'`,
  seen: `SELECT FROM deposit WHERE subject_id = $1 AND state IN ('seen', 'included')`,
} as const

/** Waits for a milestone of an invoice; after a quarter of an hour its parties act all the same, and the oracle sees what became of it. */
function until({ journal, around }: Market, milestone: keyof typeof milestones, { id }: Pick<Published, 'id'>): Promise<void> {
  const deadline = journal.now() + GIVE_UP_MS
  return untilTaken(journal, async () => {
    for (;;) {
      if ((await askDatabase(around.databaseUrl, milestones[milestone], [id])).length > 0) return
      if (journal.now() > deadline) return journal.note('invoice did not come so far', { id, milestone })
      await pause(LOOK_EVERY_MS)
    }
  })
}
