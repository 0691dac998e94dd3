import { startChild } from '@gateway/devnet/processes/child'
import type { Running } from '@gateway/devnet/processes/running'
import { type Devstack, startDevstack } from '@gateway/scripts/stack/devstack'
import { commandOf } from '@gateway/scripts/stack/programs'
import { signerSettings, workerSettings } from '@gateway/scripts/stack/settings'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openTemporal } from '../../support/temporal.ts'
import { quantile, shownMs } from '../numbers.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { CALM, forwardBurst, forwardCalmly, type Forwarded, OF_EACH } from './forward.ts'

/** Which processes share the work, beside the api. */
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

/** How fast payments that are confirmed in one moment leave: signed in batches where the chain has them, stored, sent. */
export const forwarding: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
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
      for (const wanted of CREWS) {
        for (; crew.workers < wanted.workers; crew.workers++)
          further.push(await startOne(stack, { folder, log, role: 'worker', number: crew.workers + 1 }))
        for (; crew.signers < wanted.signers; crew.signers++)
          further.push(await startOne(stack, { folder, log, role: 'signer', number: crew.signers + 1 }))
        for (const [asset, forwarded] of await forwardBurst(place)) rows.push(report(`${asset} at once, ${nameOf(wanted)}`, forwarded))
      }
      return [sectionOf(rows)]
    } finally {
      await temporal.connection.close()
      for (const one of further) await one.stop()
      await sql.end()
      await stack.stop()
    }
  })

const nameOf = ({ workers, signers }: Crew): string => `${counted(workers, 'worker')}, ${counted(signers, 'signer')}`
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A further process of a role, which shares the work with those that run. */
function startOne(
  { around, gateway }: Devstack,
  one: { role: 'worker' | 'signer'; number: number; folder: string; log: (line: string) => void },
): Promise<Running> {
  const name = `${one.role}-${one.number}`
  const folder = join(one.folder, name)
  mkdirSync(folder)
  const env = one.role === 'worker' ? workerSettings(around, gateway.custody) : signerSettings(around)
  return startChild({ name, folder, ...commandOf(one.role, { folder }), env, isReady: async () => true, log: one.log })
}

const rowOf = (name: string, { ms, wholeMs, transactions, waiting, actions }: Forwarded): string[] => [
  name,
  ((ms.length * 1_000) / wholeMs).toFixed(1),
  shownMs(quantile(ms, 0.5)),
  shownMs(quantile(ms, 0.99)),
  String(transactions),
  `${waiting.mean.toFixed(1)} (${waiting.most})`,
  `${(actions.reduce((sum, count) => sum + count, 0) / actions.length).toFixed(2)} (${Math.max(...actions)})`,
]

const sectionOf = (rows: readonly (readonly string[])[]): Section => ({
  title: 'Forwarding',
  intro:
    `${CALM} payments in USDC_ETH that come one after another; then ${OF_EACH} payments of each asset that get their last confirmation in one block of their chain. On Ethereum they are signed for in batches of at most 50, on Bitcoin one by one. ` +
    'Times are those of the book, from planned to broadcast; beside them how many sessions of Postgres waited for another one’s lock, on average (at most), and how many actions a payment’s whole life cost at Temporal, on average (at most), counted in the histories. ' +
    'All processes of the gateway, Temporal and the nodes share the machine. Aim: p99 at most 5 s when they come one after another, and 6 actions.',
  head: ['payments', 'payments per second', 'p50', 'p99', 'transactions', 'waiting for locks', 'actions'],
  rows,
})
