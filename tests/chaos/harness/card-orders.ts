import type { ApiFault } from '@gateway/devnet/stripe/state/world'
import type { CardBehaviour } from '../oracle/case.ts'
import { byWeight } from './by-weight.ts'
import type { Seeded } from './seeded.ts'

/** One card payment of the workload; times are milliseconds since the first order. */
export interface CardOrder {
  readonly n: number
  readonly atMs: number
  readonly behaviour: CardBehaviour
  /** Cents. */
  readonly amount: number
  /** From paid to what its merchant does. */
  readonly decidesAfterMs: number
  /** What the double does wrong with the next call that fits. */
  readonly fault?: ApiFault
}

/** In percent. */
const weights = {
  direct: 20,
  parts: 20,
  release: 15,
  part_release: 10,
  returned: 10,
  taken_back: 10,
  race: 10,
  fails: 5,
} as const satisfies Record<CardBehaviour, number>

const paths = ['/v1/checkout/sessions', '/v1/refunds', '/v1/transfers', '/v1/application_fees'] as const
const faults: readonly Pick<ApiFault, 'moment' | 'answer'>[] = [
  { moment: 'after', answer: 'status_500' },
  { moment: 'after', answer: 'html_502' },
  { moment: 'after', answer: 'html_200' },
  { moment: 'after', answer: 'close' },
  { moment: 'before', answer: 'status_429' },
  { moment: 'before', answer: 'close' },
]

/** The card payments of a run, spread over its span; each behaviour comes at least once where there are enough, and half of them meet a fault. */
export function drawCards(seed: Seeded, { count, spanMs }: { count: number; spanMs: number }): CardOrder[] {
  return seed.shuffle(byWeight(weights, count, 'direct')).map((behaviour, n) => ({
    n,
    atMs: Math.round((n * spanMs) / count),
    behaviour,
    amount: seed.between(1_000, 99_999),
    decidesAfterMs: seed.between(0, 4_000),
    ...(n % 2 === 0 && { fault: { ...seed.pick(faults), method: 'POST' as const, path: seed.pick(paths) } }),
  }))
}
