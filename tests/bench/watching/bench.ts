import { sweepPayments } from '@gateway/operations/payments/sweeps/sweep-payments'
import { openDatabase } from '../database.ts'
import { shownMs } from '../numbers.ts'
import type { Bench, Section } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { timeBlocks } from './one-block.ts'
import { fillOwner, fillPayments } from './open-payments.ts'
import { startChains } from './rpc-calls.ts'
import { watcherContext } from './watcher.ts'

const OPEN = [100, 10_000, 1_000_000]
const OURS = [0, 5, 50, 500]

/** What watching costs as payments become many: calls to the nodes, and the database's work for one block. */
export const watching: Bench = (log) =>
  inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const ctx = watcherContext(database.orm)
    const chains = await startChains(folder, ctx.rails)
    try {
      await fillOwner(database.sql)
      const calls: string[][] = []
      for (const [index, count] of OPEN.entries()) {
        await fillPayments(database.sql, { from: OPEN[index - 1] ?? 0, count })
        log(`watching: ${count} open payments`)
        const row = [String(count)]
        for (const chain of chains) row.push(String(await chain.countPasses(ctx)))
        calls.push(row)
      }
      const blocks: string[][] = []
      const rail = ctx.rails.get('ETH')
      if (!rail) throw new Error('the bench has no rail for ETH')
      for (const ours of OURS) {
        const time = await timeBlocks(ctx, database.sql, { rail, ours, firstAddress: 1_000 * (ours + 1) })
        log(`watching: a block of 5000 transfers, ${ours} of them ours: ${shownMs(time.databaseMs)} in the database`)
        blocks.push([String(ours), shownMs(time.databaseMs), shownMs(time.matchMs), shownMs(time.recordMs)])
      }
      const startedAt = performance.now()
      await sweepPayments(ctx)
      log(`watching: a sweep that finds nothing took ${shownMs(performance.now() - startedAt)}`)
      return [
        callsSection(
          chains.map(({ name }) => name),
          calls,
        ),
        blocksSection(blocks),
      ]
    } finally {
      for (const chain of chains) await chain.stop()
      await database.stop()
    }
  })

const callsSection = (names: readonly string[], rows: readonly (readonly string[])[]): Section => ({
  title: 'Calls to a node per block',
  intro:
    'Everything the scanner asks a real node in one pass that finds one new block, by the number of open payments; calls of a batch count one by one. Aim: constant.',
  head: ['open payments', ...names.map((name) => `calls on ${name}`)],
  rows,
})

const blocksSection = (rows: readonly (readonly string[])[]): Section => ({
  title: 'One block against a million watched addresses',
  intro:
    'A block of 5 000 transfers, median of five. “In the database” is the time Postgres executed statements for it; matching and recording are measured from outside, ' +
    'and recording holds everything that a payment’s first sight writes: deposits, states, events, webhooks, messages. Aim: at most 100 ms of database time when few are ours.',
  head: ['transfers to us', 'in the database', 'matching', 'recording'],
  rows,
})
