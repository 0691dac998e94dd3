import { chainFacts } from '@gateway/domain/money/chain-facts'
import type { CaseEscrow } from '../oracle/case.ts'
import { type Asset, chainOf, chaosAssets } from './chains.ts'
import type { Seeded } from './seeded.ts'

/** One escrow of the workload; times are milliseconds since the first order. */
export interface EscrowOrder {
  readonly n: number
  readonly atMs: number
  readonly asset: Asset
  readonly behaviour: CaseEscrow['behaviour']
  /** Whole US dollars. */
  readonly dollars: number
  /** Created with a credential of a shop; the others belong to nobody. */
  readonly hasShop: boolean
  /** From creation to paying, and from funded to deciding. */
  readonly paysAfterMs: number
  readonly decidesAfterMs: number
  /** Commands that are sent at once, in this order. */
  readonly commands: readonly Command[]
}

/** One series of the workload. */
export interface SeriesOrder {
  readonly n: number
  readonly atMs: number
  readonly asset: Asset
  readonly dollars: number
  /** From one child to the moment at which the next one is due; one fewer than its periods. */
  readonly dueAfterMs: readonly number[]
  /** From the first child to its payment, and from funded to its release. */
  readonly paysAfterMs: number
  readonly decidesAfterMs: number
}

/** What a party asks for. */
export type Command = 'release' | 'refund' | 'dispute'

/** A series is charged so often. */
const PERIODS = 3
/** In percent: half of the escrows are raced for. */
const weights = { race: 50, release: 15, refund: 15, over: 10, dispute: 5, never: 5 } as const satisfies Record<
  EscrowOrder['behaviour'],
  number
>
const behaviours = Object.keys(weights) as EscrowOrder['behaviour'][] // The keys of the line above.
const raced = ['release', 'refund', 'dispute'] as const satisfies readonly Command[]
const commandsOf: Readonly<Record<Exclude<EscrowOrder['behaviour'], 'race'>, readonly Command[]>> = {
  release: ['release'],
  refund: ['refund'],
  over: ['release'],
  dispute: ['dispute'],
  never: [],
}

/** The assets in which escrows are served. */
export const escrowAssets: readonly Asset[] = chaosAssets.filter((asset) => chainFacts[chainOf(asset)].servesEscrows)

/** The escrows of a run, spread over its span; each asset and, where there are enough, each behaviour comes at least once. */
export function drawEscrows(seed: Seeded, { count, spanMs }: { count: number; spanMs: number }): EscrowOrder[] {
  const assets = seed.shuffle(Array.from({ length: count }, (_, n) => escrowAssets[n % escrowAssets.length] ?? seed.pick(escrowAssets)))
  const kinds = seed.shuffle(behavioursOf(count))
  return assets.map((asset, n) => {
    const behaviour = kinds[n] ?? 'race'
    return {
      n,
      atMs: momentOf(n, { count, spanMs }),
      asset,
      behaviour,
      dollars: seed.between(25, 90),
      hasShop: n % 2 === 0,
      paysAfterMs: seed.between(0, 3_000),
      decidesAfterMs: seed.between(0, 4_000),
      commands: behaviour === 'race' ? seed.shuffle(raced) : commandsOf[behaviour],
    }
  })
}

/** The series of a run, spread over its span. */
export const drawSeries = (seed: Seeded, { count, spanMs }: { count: number; spanMs: number }): SeriesOrder[] =>
  Array.from({ length: count }, (_, n) => ({
    n,
    atMs: momentOf(n, { count, spanMs }),
    asset: seed.pick(escrowAssets),
    dollars: seed.between(25, 90),
    dueAfterMs: Array.from({ length: PERIODS - 1 }, () => seed.between(1_000, 10_000)),
    paysAfterMs: seed.between(0, 3_000),
    decidesAfterMs: seed.between(0, 4_000),
  }))

const momentOf = (n: number, { count, spanMs }: { count: number; spanMs: number }): number => Math.round((n * spanMs) / count)

function behavioursOf(count: number): EscrowOrder['behaviour'][] {
  const sure = count < behaviours.length ? [] : behaviours
  const more = behaviours.flatMap((behaviour) =>
    Array.from({ length: Math.max(0, Math.round((count * weights[behaviour]) / 100) - 1) }, () => behaviour),
  )
  const all = [...sure, ...more].slice(0, count)
  return [...all, ...Array.from({ length: count - all.length }, () => 'race' as const)]
}
