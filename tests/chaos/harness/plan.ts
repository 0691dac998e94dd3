import { drawFaults, type Fault } from './faults.ts'
import { drawOrders, type Order } from './orders.ts'
import { seeded } from './seeded.ts'

/** What a run is asked for. */
export interface Wish {
  readonly seed: string
  readonly payments: number
  readonly kills: number
}

/** Everything that a run does on purpose. */
export interface Plan extends Wish {
  readonly orders: readonly Order[]
  readonly faults: readonly Fault[]
}

/** Windows end a minute after the last of them was asked for; faults go on until they have, and money goes back to customers. */
const AFTER_LAST_ORDER_MS = 45_000

/** The plan of a run: a function of the wish alone. */
export function drawPlan(wish: Wish): Plan {
  const orders = drawOrders(seeded(`${wish.seed} orders`), wish.payments)
  const spanMs = (orders.at(-1)?.atMs ?? 0) + AFTER_LAST_ORDER_MS
  return { ...wish, orders, faults: drawFaults(seeded(`${wish.seed} faults`), { kills: wish.kills, spanMs }) }
}
