import { cpuMs, ownCpuMs } from '../cpu-time.ts'
import { median, quantile, shownMs } from '../numbers.ts'
import type { Log, Table } from '../section.ts'
import { fire, type Shot, type Volley } from './fire.ts'
import { sized } from '../sized.ts'

/** Rounds that count, after one that warms up. */
export const ROUNDS = sized(5, 1)
/** Enough connections to keep the processors busy: a creation waits for disk and signer, and few connections would measure those waits. */
export const VOLLEY = { connections: 64, ms: sized(2_500, 300) }
const WARM_UP = { connections: 64, ms: sized(1_500, 200) }

/** Requests to one server, by its process. */
export interface Lane {
  readonly server: number
  readonly shots: readonly Shot[]
}

/** A volley with the processor time of one request. */
interface Measured extends Volley {
  readonly serverMs: number
  /** Processor time of the processes behind the servers, in their order. */
  readonly behindMs: readonly number[]
  /** Processor time of the client, which shares the machine. */
  readonly clientMs: number
}

/** How the rounds run. */
interface Turns {
  readonly name: string
  /** Processes that work for the servers, by the name of their column. */
  readonly behind: Readonly<Record<string, number>>
  beforeVolley?(): Promise<unknown>
  afterWarmUp(): Promise<unknown>
  readonly log: Log
}

/** Sends requests to each lane in turn, for a warm-up and some rounds. Returns their medians, with ratios to the first lane. */
export async function takeTurns(lanes: Readonly<Record<string, Lane>>, turns: Turns): Promise<Table> {
  const volleys = new Map<string, Measured[]>(Object.keys(lanes).map((name) => [name, []]))
  const behind = Object.values(turns.behind)
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, lane] of Object.entries(lanes)) {
      await turns.beforeVolley?.()
      const measured = await measure(lane, behind, round === 0 ? WARM_UP : VOLLEY)
      turns.log(`${turns.name}: ${round === 0 ? 'warm-up' : `round ${round}`}, ${name}: ${measured.perSecond.toFixed(0)}/s`)
      if (round > 0) volleys.get(name)?.push(measured)
    }
    if (round === 0) await turns.afterWarmUp()
  }
  return tableOf(volleys, Object.keys(turns.behind))
}

async function measure({ server, shots }: Lane, behind: readonly number[], pace: typeof VOLLEY): Promise<Measured> {
  const used = () => [ownCpuMs(), ...[server, ...behind].map(cpuMs)]
  const before = used()
  const volley = await fire(shots, pace)
  const [clientMs = 0, serverMs = 0, ...behindMs] = used().map((ms, place) => (ms - (before[place] ?? 0)) / volley.latencies.length)
  return { ...volley, serverMs, behindMs, clientMs }
}

function tableOf(volleys: ReadonlyMap<string, readonly Measured[]>, behind: readonly string[]): Table {
  const [bare = []] = [...volleys.values()]
  const of = (rounds: readonly Measured[], read: (measured: Measured) => number): number => median(rounds.map(read))
  const cpuOf = (rounds: readonly Measured[]): number =>
    of(rounds, ({ serverMs, behindMs }) => behindMs.reduce((sum, ms) => sum + ms, serverMs))
  const rows = [...volleys].map(([name, rounds]) => {
    const latencies = rounds.flatMap((volley) => volley.latencies)
    return [
      name,
      of(rounds, ({ perSecond }) => perSecond).toFixed(0),
      `${(of(rounds, ({ perSecond }) => perSecond) / of(bare, ({ perSecond }) => perSecond)).toFixed(2)} ×`,
      shownMs(median(latencies)),
      shownMs(quantile(latencies, 0.95)),
      shownMs(quantile(latencies, 0.99)),
      `${of(rounds, ({ serverMs }) => serverMs).toFixed(2)} ms`,
      ...behind.map((_, place) => `${of(rounds, ({ behindMs }) => behindMs[place] ?? 0).toFixed(2)} ms`),
      `${of(rounds, ({ clientMs }) => clientMs).toFixed(2)} ms`,
      `${(cpuOf(bare) / cpuOf(rounds)).toFixed(2)} ×`,
    ]
  })
  return { head: ['route', 'per second', 'ratio', 'p50', 'p95', 'p99', 'server CPU', ...behind, 'client CPU', 'ratio of CPU'], rows }
}
