import type { Running } from '@gateway/devnet/processes/running'
import { startDevstack } from '@gateway/scripts/stack/devstack'
import { startFurther } from '@gateway/scripts/stack/start-further'
import pg from 'pg'
import { openTemporal } from '@gateway/tests/support/temporal'
import { quantile, shownMs } from '../numbers.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { CALM, forwardBurst, forwardCalmly, type Forwarded, OF_EACH } from './forward.ts'
import { sized } from '../sized.ts'

/** The processes beside the api. */
interface Crew {
  readonly workers: number
  readonly signers: number
}

const CREWS: readonly Crew[] = [
  { workers: 1, signers: 1 },
  { workers: 2, signers: 1 },
  { workers: 4, signers: 1 },
  { workers: 4, signers: 2 },
]

const text: SectionText = {
  title: 'Forwarding',
  intro:
    `${CALM} payments in USDC_ETH one after another; then ${OF_EACH} payments of each asset that get their last confirmation in one block of their chain. Forwards on Ethereum share transactions of at most 50, on Bitcoin each has its own. ` +
    'Times are those of the ledger, from planned to broadcast. Waiting for locks is the number of Postgres sessions that waited for a lock, on average (at most). Actions are those of a payment’s workflow at Temporal, on average (at most), counted in the histories. ' +
    'All processes of the gateway, Temporal and the nodes share the machine.',
  aims: [
    { text: 'p99 at most 5 s one after another', column: 'p99', rows: /one after another/, max: 5_000 },
    { text: 'on average at most 6 actions', column: 'actions', max: 6 },
  ],
  aimsAgainst: {
    dee40013: [
      { text: 'BTC at least 4 × per second', column: 'ratio', rows: /^BTC at once.*: payments per second$/, min: 4 },
      { text: 'Ethereum not slower', column: 'ratio', rows: /^(ETH|USDC_ETH) at once.*: payments per second$/, min: 1 },
    ],
  },
}

/** How fast confirmed payments are forwarded: signed in batches where the chain has them, stored, broadcast. */
export const forwarding: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const stack = await startDevstack({ dataDir: folder, port: 0, log })
    const sql = new pg.Client(stack.around.databaseUrl)
    await sql.connect()
    const temporal = await openTemporal(stack)
    const further: Running[] = []
    const place = { stack, sql, temporal }
    const report = (name: string, forwarded: Forwarded): string[] => {
      const row = rowOf(name, forwarded)
      log(`forwarding: ${row.join(', ')}`)
      return row
    }
    try {
      const rows = [report('USDC_ETH one after another, 1 worker, 1 signer', await forwardCalmly(place))]
      const crew = { workers: 1, signers: 1 }
      for (const wanted of sized(CREWS, CREWS.slice(0, 1))) {
        while (crew.workers < wanted.workers) further.push(await startFurther('worker', stack, ++crew.workers))
        while (crew.signers < wanted.signers) further.push(await startFurther('signer', stack, ++crew.signers))
        for (const [asset, forwarded] of await forwardBurst(place)) rows.push(report(`${asset} at once, ${nameOf(wanted)}`, forwarded))
      }
      return [{ head: ['payments', 'payments per second', 'p50', 'p99', 'transactions', 'waiting for locks', 'actions'], rows }]
    } finally {
      await temporal.connection.close()
      for (const one of further) await one.stop()
      await sql.end()
      await stack.stop()
    }
  })
}

const nameOf = ({ workers, signers }: Crew): string => `${counted(workers, 'worker')}, ${counted(signers, 'signer')}`
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const rowOf = (name: string, { ms, wholeMs, transactions, waiting, actions }: Forwarded): string[] => [
  name,
  ((ms.length * 1_000) / wholeMs).toFixed(1),
  shownMs(quantile(ms, 0.5)),
  shownMs(quantile(ms, 0.99)),
  String(transactions),
  `${waiting.mean.toFixed(1)} (${waiting.most})`,
  `${(actions.reduce((sum, count) => sum + count, 0) / actions.length).toFixed(2)} (${Math.max(...actions)})`,
]
