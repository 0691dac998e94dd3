import { median, quantile, shownMs } from '../numbers.ts'
import { ROUNDS } from '../requests/take-turns.ts'
import type { Log, Table } from '../section.ts'

/** The same work by several lanes, the first of which is the measure of the others. */
interface Compared<Item> {
  readonly name: string
  readonly atOnce: number
  /** What one round of a lane works through; making it does not count. */
  readonly prepare: () => Promise<readonly Item[]>
  readonly lanes: Readonly<Record<string, (item: Item) => Promise<unknown>>>
  readonly log: Log
}

/** One round of a lane. */
interface Round {
  readonly perSecond: number
  readonly latencies: readonly number[]
}

/** Lets the lanes work in turns, for a warm-up and some rounds. Returns the medians, with ratios to the first lane. */
export async function compareInTurns<Item>({ name, atOnce, prepare, lanes, log }: Compared<Item>): Promise<Table> {
  const rounds = new Map<string, Round[]>(Object.keys(lanes).map((lane) => [lane, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [lane, work] of Object.entries(lanes)) {
      const done = await workThrough(await prepare(), { work, atOnce })
      log(`${name}: ${round === 0 ? 'warm-up' : `round ${round}`}, ${lane}: ${done.perSecond.toFixed(0)}/s`)
      if (round > 0) rounds.get(lane)?.push(done)
    }
  }
  return tableOf(rounds)
}

async function workThrough<Item>(
  items: readonly Item[],
  { work, atOnce }: { work: (item: Item) => Promise<unknown>; atOnce: number },
): Promise<Round> {
  const waiting = [...items]
  const latencies: number[] = []
  const startedAt = performance.now()
  const worker = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      const beganAt = performance.now()
      await work(item)
      latencies.push(performance.now() - beganAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { perSecond: items.length / ((performance.now() - startedAt) / 1_000), latencies }
}

function tableOf(lanes: ReadonlyMap<string, readonly Round[]>): Table {
  const [first = []] = [...lanes.values()]
  const perSecond = (rounds: readonly Round[]): number => median(rounds.map((round) => round.perSecond))
  const rows = [...lanes].map(([lane, rounds]) => {
    const latencies = rounds.flatMap((round) => round.latencies)
    return [
      lane,
      perSecond(rounds).toFixed(0),
      `${(perSecond(rounds) / perSecond(first)).toFixed(2)} ×`,
      shownMs(median(latencies)),
      shownMs(quantile(latencies, 0.95)),
    ]
  })
  return { head: ['route', 'per second', 'ratio', 'p50', 'p95'], rows }
}
