import { drawAssets } from './assets.ts'
import { type Asset, chainOf, factsOf } from './chains.ts'
import type { Seeded } from './seeded.ts'

/**
 * The behaviour of a payer: pays, overpays, pays late, pays half, pays half and gets a refund, does not pay, pays again after the forward, pays and
 * sends another token, or pays and double-spends to the same address.
 */
export type Behaviour = 'exact' | 'over' | 'late' | 'under' | 'back' | 'never' | 'twice' | 'unsupported' | 'respent'

/** One payment of the workload; times are milliseconds since the first order. */
export interface Order {
  readonly n: number
  readonly atMs: number
  readonly asset: Asset
  readonly behaviour: Behaviour
  /** Whole US dollars: below 100 one block confirms a payment in outputs. */
  readonly dollars: number
  /** Pays when the window is over. */
  readonly tooLate: boolean
  /** From creation to paying; for a late payer, from the end of the window. */
  readonly paysAfterMs: number
  /** Time of a third-party flush, counted from the payment. */
  readonly flushedAfterMs?: number
}

const EVERY_MS = 1_000
/** Weights in percent. */
const rare = { back: 5, over: 5, late: 5, under: 5, never: 5, twice: 2.5, unsupported: 2.5, respent: 2.5 } as const satisfies Partial<
  Record<Behaviour, number>
>
const rareKinds = Object.keys(rare) as (keyof typeof rare)[] // The keys of the line above.
const spendsOutputs = (asset: Asset): boolean => factsOf(chainOf(asset)).spendsOutputs
const hasContracts = (asset: Asset): boolean => factsOf(chainOf(asset)).hasContracts
const hasTokens = (asset: Asset): boolean => factsOf(chainOf(asset)).hasTokens
/** Only keys can refund, only outputs are double-spent, and only an address that was asked for a coin can get a token beside it. */
const fits: Partial<Record<Behaviour, (asset: Asset) => boolean>> = {
  back: (asset) => !hasContracts(asset),
  respent: spendsOutputs,
  unsupported: (asset) => hasTokens(asset) && asset === chainOf(asset),
}
const PAYMENTS_PER_FLUSH = 20

/** Below 100 dollars one block confirms; double-spent payments stay below even when counted twice, so that this block reports it. */
const mostDollars = (behaviour: Behaviour): number => (behaviour === 'respent' ? 45 : 90)

const waiting: ReadonlySet<Behaviour> = new Set<Behaviour>(['back', 'late', 'under', 'never'])
/** True for payers who wait for a window of a minute; they come first. */
const waits = (behaviour: Behaviour): boolean => waiting.has(behaviour)
/** True for payments with one round and one asset, which a third party may flush. */
const isPlain = (behaviour: Behaviour): boolean => behaviour === 'exact' || behaviour === 'over'

/** The workload, in order of creation: two thirds exact, the rest by the weights of `rare`, at least one of each where possible. */
export function drawOrders(seed: Seeded, payments: number): Order[] {
  const pairs = drawAssets(seed, behavioursOf(seed, payments), (behaviour) => fits[behaviour])
  const orders = pairs.map(([behaviour, asset], n): Order => {
    const tooLate = behaviour === 'late' || (behaviour === 'back' && seed.between(1, 2) === 1)
    const paysAfterMs = tooLate ? seed.between(8_000, 12_000) : seed.between(0, 3_000)
    return {
      n,
      atMs: n * EVERY_MS + seed.between(0, EVERY_MS),
      asset,
      behaviour,
      dollars: seed.between(25, mostDollars(behaviour)),
      tooLate,
      paysAfterMs,
    }
  })
  return withFlushes(seed, orders)
}

function behavioursOf(seed: Seeded, payments: number): Behaviour[] {
  const countOf = (kind: keyof typeof rare): number =>
    payments < rareKinds.length + 1 ? 0 : Math.max(1, Math.round((payments * rare[kind]) / 100))
  const odd = rareKinds.flatMap((behaviour) => Array.from({ length: countOf(behaviour) }, (): Behaviour => behaviour))
  const all = seed.shuffle([...odd, ...Array.from({ length: payments - odd.length }, (): Behaviour => 'exact')])
  // Payments that wait for their window are spread over the first two thirds; refunds take longest, so they come first.
  const late = all.filter(waits).toSorted((a, b) => Number(b === 'back') - Number(a === 'back'))
  const swift = all.filter((behaviour) => !waits(behaviour))
  const step = Math.max(1, Math.floor((payments * 2) / 3 / Math.max(1, late.length)))
  return all.flatMap((_, n) => (n % step === 0 ? (late.shift() ?? swift.shift()) : (swift.shift() ?? late.shift())) ?? [])
}

function withFlushes(seed: Seeded, orders: readonly Order[]): Order[] {
  const open = orders.filter(({ asset, behaviour }) => hasContracts(asset) && isPlain(behaviour))
  const chosen = new Set(seed.shuffle(open).slice(0, Math.max(1, Math.round(orders.length / PAYMENTS_PER_FLUSH))))
  return orders.map((order) => (chosen.has(order) ? { ...order, flushedAfterMs: seed.between(2_000, 14_000) } : order))
}
