import { cpuMs } from '../cpu-time.ts'
import { median, quantile, shownMs } from '../numbers.ts'
import type { Section } from '../section.ts'
import { fire, type Shot, type Volley } from './fire.ts'

/** How many rounds count. */
export const ROUNDS = 5
/** Enough to keep the processors busy: a creation waits for the disk and for the signer, and with few connections the waits would be measured. */
export const VOLLEY = { connections: 64, ms: 2_500 }
const WARM_UP = { connections: 64, ms: 1_500 }

/** Requests to one server, by its process. */
export interface Lane {
  readonly server: number
  readonly shots: readonly Shot[]
}

/** A volley, and the processor time that each of its requests took. */
interface Measured extends Volley {
  readonly serverMs: number
  /** Of the processes behind the servers, in their order. */
  readonly behindMs: readonly number[]
  /** What asking took: whoever asks shares the machine. */
  readonly askerMs: number
}

/** What rounds are made of. */
interface Turns {
  readonly name: string
  /** Processes that work for the servers, by the name of their column. */
  readonly behind: Readonly<Record<string, number>>
  beforeVolley?(): Promise<unknown>
  afterWarmUp(): Promise<unknown>
  readonly log: (line: string) => void
}

/** The columns and rows that rounds are shown in; the first lane is the one that the others are compared with. */
export type RouteTable = Pick<Section, 'head' | 'rows'>

/** Fires at lanes in turn, for a warm-up and some rounds, and makes a table of their medians. */
export async function takeTurns(lanes: Readonly<Record<string, Lane>>, turns: Turns): Promise<RouteTable> {
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
  const used = () => [ownMs(), ...[server, ...behind].map(cpuMs)]
  const before = used()
  const volley = await fire(shots, pace)
  const [askerMs = 0, serverMs = 0, ...behindMs] = used().map((ms, place) => (ms - (before[place] ?? 0)) / volley.latencies.length)
  return { ...volley, serverMs, behindMs, askerMs }
}

/** Without the children, which are the servers that are measured. */
function ownMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function tableOf(volleys: ReadonlyMap<string, readonly Measured[]>, behind: readonly string[]): RouteTable {
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
      `${of(rounds, ({ askerMs }) => askerMs).toFixed(2)} ms`,
      `${(cpuOf(bare) / cpuOf(rounds)).toFixed(2)} ×`,
    ]
  })
  return { head: ['route', 'per second', 'ratio', 'p50', 'p95', 'p99', 'server CPU', ...behind, 'asking CPU', 'ratio of CPU'], rows }
}
