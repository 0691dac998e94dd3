import { drawFaults, type Fault } from './faults.ts'
import { drawOrders, type Order } from './orders.ts'
import { seeded } from './seeded.ts'

/** The parameters of a run. */
export interface Wish {
  readonly seed: string
  readonly payments: number
  readonly kills: number
}

/** The orders and faults of a run. */
export interface Plan extends Wish {
  readonly orders: readonly Order[]
  readonly faults: readonly Fault[]
}

/** Windows end a minute after the last short order; faults last until then, and refunds follow. */
const AFTER_LAST_ORDER_MS = 45_000

/** The plan of a run, a function of its parameters alone. */
export function drawPlan(wish: Wish): Plan {
  const orders = drawOrders(seeded(`${wish.seed} orders`), wish.payments)
  const spanMs = (orders.at(-1)?.atMs ?? 0) + AFTER_LAST_ORDER_MS
  return { ...wish, orders, faults: drawFaults(seeded(`${wish.seed} faults`), { kills: wish.kills, spanMs }) }
}
