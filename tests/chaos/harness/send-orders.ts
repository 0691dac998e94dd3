import type { SendBehaviour } from '../oracle/case.ts'
import { byWeight } from './by-weight.ts'
import type { Seeded } from './seeded.ts'

/** One Lightning payment of the workload; times are milliseconds since the first order. */
export interface SendOrder {
  readonly n: number
  readonly atMs: number
  readonly behaviour: SendBehaviour
  readonly sats: number
  /** Number of the wallet that pays, or receives. */
  readonly wallet: number
  /** Number of the other wallet: the payee inside the service, or the rival for one invoice. */
  readonly otherWallet: number
  /** How long the payee holds a payment. */
  readonly holdsMs: number
}

/** Wallets of a run. */
export const WALLETS = 6
/** What each wallet gets before the run: more than all sends together take. */
export const FUNDS_SATS = 600_000

const MAX_SATS = 2_500
const MAX_HOLD_MS = 8_000

/** In percent. */
const weights = {
  outside: 35,
  inside: 20,
  received: 15,
  twice: 10,
  held: 10,
  returned: 5,
  refused: 5,
} as const satisfies Record<SendBehaviour, number>

/** The Lightning payments of a run, spread over its span; each behaviour comes at least once where there are enough. */
export function drawSends(seed: Seeded, { count, spanMs }: { count: number; spanMs: number }): SendOrder[] {
  return seed.shuffle(byWeight(weights, count, 'outside')).map((behaviour, n) => {
    const wallet = seed.between(0, WALLETS - 1)
    return {
      n,
      atMs: Math.round((n * spanMs) / count),
      behaviour,
      sats: seed.between(1, MAX_SATS),
      wallet,
      otherWallet: (wallet + seed.between(1, WALLETS - 1)) % WALLETS,
      holdsMs: seed.between(0, MAX_HOLD_MS),
    }
  })
}
