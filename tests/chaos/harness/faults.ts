import { type Chain, chaosChains, factsOf, killsOf, type LieName } from './chains.ts'
import type { LightningSide } from './lightning-nodes.ts'
import type { Seeded } from './seeded.ts'

/** Processes that can be killed; a chain is its node. */
export type Victim = 'api' | 'worker' | 'worker-2' | 'signer' | 'signer-2' | 'ln-pay' | 'postgres' | 'temporal' | LightningSide | Chain

/** One fault, in milliseconds since the first order. */
export type Fault = { readonly atMs: number } & (
  | { readonly does: 'kill'; readonly victim: Victim; readonly downMs: number }
  | { readonly does: 'stop'; readonly victim: Victim; readonly forMs: number }
  | { readonly does: 'lie'; readonly chain: Chain; readonly lie: LieName; readonly forMs: number }
  | { readonly does: 'reorganise'; readonly chain: Chain; readonly depth: number }
  | { readonly does: 'outage'; readonly forMs: number }
  | { readonly does: 'wipe'; readonly downMs: number }
)

/** Kills beyond the first round, which hits each process once. */
type Weights = readonly (readonly [Victim, number])[]
const everywhere: Weights = [
  ['api', 10],
  ['worker', 6],
  ['worker-2', 6],
  ['signer', 6],
  ['signer-2', 4],
  ['postgres', 6],
  ['temporal', 6],
  ...chaosChains.map((chain) => [chain, killsOf(chain)] as const),
]
const ofLightning: Weights = [
  ['ln-pay', 8],
  ['lightning', 4],
  ['lightning-other', 4],
]
const weightsOf = (hasLightning: boolean): Weights => (hasLightning ? [...everywhere, ...ofLightning] : everywhere)
/** Every process that can be killed in a run. */
export const victimsOf = ({ hasLightning }: { hasLightning: boolean }): readonly Victim[] =>
  weightsOf(hasLightning).map(([victim]) => victim)
/**
 * Postgres is not stopped, because its backends would go on without the postmaster. Processes with a second instance, or that payouts do not need, are
 * stopped twice as often: the others need rests between stops.
 */
const stoppableOf = (victims: readonly Victim[]): readonly Victim[] => [
  ...victims.filter((victim) => victim !== 'postgres'),
  'api',
  'worker',
  'worker-2',
]
const FIRST_MS = 4_000
/** A webhook that fails twice waits five minutes, so outages are short and far apart. */
const OUTAGE_EVERY_MS = 60_000
const OUTAGE_MS = 3_500
const LONG_RUN_MS = 180_000

/** How much is done wrong, for how long, and to what. */
interface Extent {
  readonly kills: number
  readonly spanMs: number
  readonly hasLightning: boolean
}

/**
 * All faults within `spanMs`, in order of time.
 *
 * Two faults of the safety design are missing. A worker's clock cannot be set without the clock of the machine and its judge, and neither a preloaded
 * library nor a test-only setting may replace that. A full disk under Postgres needs a file system of limited size, which only an administrator can
 * mount.
 */
export function drawFaults(seed: Seeded, { kills, spanMs, hasLightning }: Extent): Fault[] {
  const stoppable = stoppableOf(victimsOf({ hasLightning }))
  const moment = (): number => seed.between(FIRST_MS, spanMs)
  const many = <T>(count: number, draw: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => draw(index))
  const longestStopMs = spanMs > LONG_RUN_MS ? 40_000 : 12_000
  const [liars, reorganised] = [chainsInTurn(seed), chainsInTurn(seed)]
  const faults: Fault[] = [
    ...drawKills(seed, { kills, hasLightning }).map((victim, index): Fault => {
      // Spread evenly, so that each process has work to recover.
      const slotMs = (spanMs - FIRST_MS) / kills
      const atMs = Math.round(FIRST_MS + slotMs * index + seed.between(0, Math.round(slotMs / 2)))
      return { atMs, does: 'kill', victim, downMs: seed.between(300, 3_000) }
    }),
    ...many(Math.ceil((kills * 2) / 5), (): Fault => ({
      atMs: moment(),
      does: 'stop',
      victim: seed.pick(stoppable),
      forMs: seed.between(5_000, longestStopMs),
    })),
    ...many(kills, (index): Fault => {
      const chain = liars(index)
      return { atMs: moment(), does: 'lie', chain, lie: seed.pick(factsOf(chain).lies), forMs: seed.between(1_000, 10_000) }
    }),
    ...many(Math.max(Math.ceil(kills / 4), Math.min(kills, chaosChains.length)), (index): Fault => ({
      atMs: moment(),
      does: 'reorganise',
      chain: reorganised(index),
      depth: seed.between(1, 3),
    })),
    ...many(Math.floor(spanMs / OUTAGE_EVERY_MS) + 1, (index): Fault => ({
      atMs: FIRST_MS + index * OUTAGE_EVERY_MS,
      does: 'outage',
      forMs: seed.between(1_000, OUTAGE_MS),
    })),
    ...(kills > 0
      ? [{ atMs: seed.between(Math.round(spanMs / 4), Math.round(spanMs / 2)), does: 'wipe', downMs: 1_000 } satisfies Fault]
      : []),
  ]
  return withRests(faults.toSorted((a, b) => a.atMs - b.atMs))
}

/** Every chain once before any is hit again. */
function chainsInTurn(seed: Seeded): (index: number) => Chain {
  const order = seed.shuffle(chaosChains)
  return (index) => order[index % order.length] ?? seed.pick(order)
}

/** The rest between two stops of one process, or of any two that a chain's payouts need: otherwise payouts exceed the limit of C12. */
const REST_MS = 30_000
/** Chains whose payouts wait while a process sleeps: a signer that sleeps may hold the turn of a chain until Postgres takes it away. */
const needing: Partial<Readonly<Record<Victim, readonly Chain[]>>> = {
  signer: chaosChains,
  'signer-2': chaosChains,
  temporal: chaosChains,
}

/** Delays stops while another process that the same chain needs sleeps or has just resumed. */
function withRests(faults: readonly Fault[]): Fault[] {
  const restsUntil = new Map<Victim, number>()
  const spaced = faults.map((fault) => {
    if (fault.does !== 'stop') return fault
    const resting = needing[fault.victim] ?? [fault.victim]
    const atMs = Math.max(fault.atMs, ...resting.map((one) => restsUntil.get(one) ?? 0))
    for (const one of resting) restsUntil.set(one, atMs + fault.forMs + REST_MS)
    return { ...fault, atMs }
  })
  return spaced.toSorted((a, b) => a.atMs - b.atMs)
}

function drawKills(seed: Seeded, { kills, hasLightning }: Omit<Extent, 'spanMs'>): Victim[] {
  const once = seed.shuffle(victimsOf({ hasLightning }))
  const deck = weightsOf(hasLightning).flatMap(([victim, weight]) => Array.from({ length: weight }, () => victim))
  const more = Array.from({ length: Math.max(0, kills - once.length) }, () => seed.pick(deck))
  return [...once, ...more].slice(0, kills)
}
