import { type CardOrder, drawCards } from './card-orders.ts'
import { drawEscrows, drawSeries, type EscrowOrder, type SeriesOrder } from './escrow-orders.ts'
import { drawFaults, type Fault } from './faults.ts'
import { drawInvoices, type InvoiceOrder } from './invoice-orders.ts'
import { drawOrders, type Order } from './orders.ts'
import { drawSends, type SendOrder } from './send-orders.ts'
import { seeded } from './seeded.ts'

/** The parameters of a run. */
export interface Wish {
  readonly seed: string
  readonly payments: number
  readonly escrows: number
  readonly series: number
  readonly cards: number
  readonly invoices: number
  /** Lightning payments; without any no Lightning node runs. */
  readonly sends: number
  readonly kills: number
}

/** The orders and faults of a run. */
export interface Plan extends Wish {
  readonly orders: readonly Order[]
  readonly escrowOrders: readonly EscrowOrder[]
  readonly seriesOrders: readonly SeriesOrder[]
  readonly cardOrders: readonly CardOrder[]
  readonly invoiceOrders: readonly InvoiceOrder[]
  readonly sendOrders: readonly SendOrder[]
  readonly faults: readonly Fault[]
}

/** Windows end a minute after the last short order; faults last until then, and refunds follow. */
const AFTER_LAST_ORDER_MS = 45_000

/** The plan of a run, a function of its parameters alone. */
export function drawPlan(wish: Wish): Plan {
  const orders = drawOrders(seeded(`${wish.seed} orders`), wish.payments)
  const lastMs = orders.at(-1)?.atMs ?? 0
  return {
    ...wish,
    orders,
    escrowOrders: drawEscrows(seeded(`${wish.seed} escrows`), { count: wish.escrows, spanMs: lastMs }),
    seriesOrders: drawSeries(seeded(`${wish.seed} series`), { count: wish.series, spanMs: lastMs }),
    cardOrders: drawCards(seeded(`${wish.seed} cards`), { count: wish.cards, spanMs: lastMs }),
    invoiceOrders: drawInvoices(seeded(`${wish.seed} invoices`), { count: wish.invoices, spanMs: lastMs }),
    sendOrders: drawSends(seeded(`${wish.seed} sends`), { count: wish.sends, spanMs: lastMs }),
    faults: drawFaults(seeded(`${wish.seed} faults`), {
      kills: wish.kills,
      spanMs: lastMs + AFTER_LAST_ORDER_MS,
      hasLightning: wish.sends > 0,
    }),
  }
}
