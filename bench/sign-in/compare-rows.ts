import type pg from 'pg'
import { median, quantile, shownMs } from '../numbers.ts'
import type { Log, Table } from '../section.ts'
import { sized } from '../sized.ts'
import type { Paced } from './at-pace.ts'
import type { Works } from './works.ts'

/** Rounds that count, after one that warms up, and the seconds of each of their parts. */
export const ROUNDS = sized(3, 1)
export const SECONDS = sized(20, 2)
/** How many a minute. */
export const PACES = { signIns: 200, payments: 300 } as const

type Kind = keyof typeof PACES
const kinds = ['signIns', 'payments'] as const
const names: Readonly<Record<Kind, readonly [alone: string, beside: string]>> = {
  signIns: ['sign-ins, alone', 'sign-ins, beside payments'],
  payments: ['payments, alone', 'payments, beside sign-ins'],
}

/** The rounds of a kind, alone and beside the other. */
interface Measured {
  readonly alone: Paced[]
  readonly beside: Paced[]
}

interface Ground {
  readonly sql: pg.Client
  readonly log: Log
  readonly beforeRound: () => Promise<unknown>
}

/** Runs each kind alone and both together, for a warm-up and some rounds. */
export async function compareRows(works: Works, { sql, log, beforeRound }: Ground): Promise<Table> {
  const measured: Readonly<Record<Kind, Measured>> = { signIns: { alone: [], beside: [] }, payments: { alone: [], beside: [] } }
  const run = (kind: Kind): Promise<Paced> => works[kind]({ perMinute: PACES[kind], seconds: SECONDS })
  for (let round = 0; round <= ROUNDS; round += 1) {
    await beforeRound()
    const alone = { signIns: await run('signIns'), payments: await run('payments') }
    const [signIns, payments] = await Promise.all([run('signIns'), run('payments')])
    const beside = { signIns, payments }
    log(
      `sign-in: ${round === 0 ? 'warm-up' : `round ${round}`}: ${shownMs(median(signIns.latencies))} beside ${shownMs(median(payments.latencies))}`,
    )
    if (round === 0) await sql.query('ANALYZE')
    else
      for (const kind of kinds) {
        measured[kind].alone.push(alone[kind])
        measured[kind].beside.push(beside[kind])
      }
  }
  const leftOpen = await countOpen(sql)
  const rows = kinds.flatMap((kind) => rowsOf(kind, measured[kind])).map((row) => [...row, String(leftOpen)])
  return { head: ['route', 'per minute', 'of the pace', 'p50', 'p95', 'p99', 'ratio', 'left open'], rows }
}

const latenciesOf = (rounds: readonly Paced[]): number[] => rounds.flatMap(({ latencies }) => [...latencies])

const rowsOf = (kind: Kind, { alone, beside }: Measured): string[][] =>
  [alone, beside].map((rounds, place) => {
    const latencies = latenciesOf(rounds)
    const perMinute = median(rounds.map((round) => round.perMinute))
    const quantiles = [0.5, 0.95, 0.99].map((share) => shownMs(quantile(latencies, share)))
    const ratio = median(latenciesOf(alone)) / median(latencies)
    return [names[kind][place] ?? '', perMinute.toFixed(0), (perMinute / PACES[kind]).toFixed(2), ...quantiles, `${ratio.toFixed(2)} ×`]
  })

/** Transactions that wait for their client although every request is answered. */
async function countOpen(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  )
  return Number(rows[0]?.count)
}
