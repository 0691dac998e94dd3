import type { Seeded } from './seeded.ts'

/** What a customer does with a payment: pays it, pays more, pays after the window, pays half, pays half and gets that back, or does nothing. */
export type Behaviour = 'exact' | 'over' | 'late' | 'under' | 'back' | 'never'

/** Assets of the workload. */
export type Asset = 'BTC' | 'ETH' | 'USDC_ETH'

/** One payment of the workload; times are milliseconds since the first order. */
export interface Order {
  readonly n: number
  readonly atMs: number
  readonly asset: Asset
  readonly behaviour: Behaviour
  /** Whole US dollars: below 100 one block confirms a Bitcoin payment. */
  readonly dollars: number
  /** Pays when the window is over. */
  readonly tooLate: boolean
  /** From being asked to paying; for who pays too late, from the end of the window. */
  readonly paysAfterMs: number
  /** When a stranger flushes the deposit contract, counted from the payment. */
  readonly flushedAfterMs?: number
}

const EVERY_MS = 1_000
const RARE_PERCENT = 5
/** Giving back takes longest, so it begins first. */
const rare = ['back', 'over', 'late', 'under', 'never'] as const
const weights: Readonly<Record<Asset, number>> = { BTC: 20, ETH: 12, USDC_ETH: 7 }
const DECK = Object.entries(weights).flatMap(([asset, weight]) => Array.from({ length: weight }, () => asset as Asset)) // The keys are assets.
const PAYMENTS_PER_FLUSH = 20

/** Customers wait for a window of a minute, so those who do come first. */
const waits = (behaviour: Behaviour): boolean => behaviour !== 'exact' && behaviour !== 'over'

/** The workload, in the order of asking: 75 % exact, 5 % each of the rest, at least one of each where there are enough. */
export function drawOrders(seed: Seeded, payments: number): Order[] {
  const orders = behavioursOf(seed, payments).map((behaviour, n): Order => {
    // Only of Bitcoin can money go back.
    const asset = behaviour === 'back' ? 'BTC' : seed.pick(DECK)
    const tooLate = behaviour === 'late' || (behaviour === 'back' && seed.between(1, 2) === 1)
    const paysAfterMs = tooLate ? seed.between(8_000, 12_000) : seed.between(0, 3_000)
    return { n, atMs: n * EVERY_MS + seed.between(0, EVERY_MS), asset, behaviour, dollars: seed.between(25, 90), tooLate, paysAfterMs }
  })
  return withFlushes(seed, orders)
}

function behavioursOf(seed: Seeded, payments: number): Behaviour[] {
  const each = payments < rare.length + 1 ? 0 : Math.max(1, Math.round((payments * RARE_PERCENT) / 100))
  const odd = rare.flatMap((behaviour) => Array.from({ length: each }, (): Behaviour => behaviour))
  const all = seed.shuffle([...odd, ...Array.from({ length: payments - odd.length }, (): Behaviour => 'exact')])
  // What waits for its window is spread over the first two thirds.
  const waiting = all.filter(waits).toSorted((a, b) => Number(b === 'back') - Number(a === 'back'))
  const swift = all.filter((behaviour) => !waits(behaviour))
  const step = Math.max(1, Math.floor((payments * 2) / 3 / Math.max(1, waiting.length)))
  return all.flatMap((_, n) => (n % step === 0 ? (waiting.shift() ?? swift.shift()) : (swift.shift() ?? waiting.shift())) ?? [])
}

function withFlushes(seed: Seeded, orders: readonly Order[]): Order[] {
  const open = orders.filter(({ asset, behaviour }) => asset !== 'BTC' && !waits(behaviour))
  const chosen = new Set(seed.shuffle(open).slice(0, Math.max(1, Math.round(orders.length / PAYMENTS_PER_FLUSH))))
  return orders.map((order) => (chosen.has(order) ? { ...order, flushedAfterMs: seed.between(2_000, 14_000) } : order))
}
