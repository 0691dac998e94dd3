import type { InvoiceBehaviour } from '../oracle/case.ts'
import { drawAssets } from './assets.ts'
import { byWeight } from './by-weight.ts'
import type { Asset } from './chains.ts'
import type { Seeded } from './seeded.ts'

/** One invoice of the workload; times are milliseconds since the first order. */
export interface InvoiceOrder {
  readonly n: number
  readonly atMs: number
  readonly asset: Asset
  readonly behaviour: InvoiceBehaviour
  /** Whole US dollars. */
  readonly dollars: number
  /** From published to paying. */
  readonly paysAfterMs: number
}

/** In percent: every fourth invoice is paid twice. */
const weights = {
  twice: 25,
  exact: 20,
  both: 12.5,
  overdue: 10,
  crossing: 7.5,
  seen: 7.5,
  late: 7.5,
  void: 5,
  credited: 5,
} as const satisfies Record<InvoiceBehaviour, number>

/** The invoices of a run, spread over its span; each behaviour comes at least once where there are enough. */
export function drawInvoices(seed: Seeded, { count, spanMs }: { count: number; spanMs: number }): InvoiceOrder[] {
  const kinds = seed.shuffle(byWeight(weights, count, 'exact'))
  return drawAssets(seed, kinds, () => undefined).map(([behaviour, asset], n) => ({
    n,
    atMs: Math.round((n * spanMs) / count),
    asset,
    behaviour,
    // The fee on half of an invoice is above the dust limit too.
    dollars: seed.between(behaviour === 'both' ? 50 : 25, 90),
    paysAfterMs: seed.between(0, 3_000),
  }))
}
