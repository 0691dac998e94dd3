import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { storeRules } from '@gateway/operations/payments/rules/store-rules'
import { sweepPayments } from '@gateway/operations/payments/sweeps/sweep-payments'
import { openDatabase } from '../database.ts'
import { shownMs } from '../numbers.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { timeBlocks } from './one-block.ts'
import { fillOwner, fillPayments } from './open-payments.ts'
import { startChains } from './rpc-calls.ts'
import { watcherContext } from './watcher.ts'
import { sized } from '../sized.ts'

const OPEN = sized([100, 10_000, 100_000, 1_000_000], [100, 1_000])
const OURS = sized([0, 5, 50, 500], [0, 5])

const callsText: SectionText = {
  title: 'Calls to a node per block',
  intro:
    'Calls of the scanner to a real node in one pass that finds one new block, by the number of open payments on all chains together. Each call of a batch counts. ' +
    'Where coins can move without a trace in a block, a daily round over every address takes one call more while it runs, 2 000 addresses at a time. ' +
    'Aim: the same number at every size, but for that one.',
}

const blocksText: SectionText = {
  title: 'One block against a million watched addresses',
  intro:
    'A block of 5 000 transfers, median of five. “In the database” is the time Postgres spent on its statements. Matching and recording are timed in the scanner; ' +
    'recording includes every row of a new deposit: deposits, states, events, webhooks, messages.',
  aims: [
    { text: 'at most 100 ms in the database when at most 50 transfers are to us', column: 'in the database', rows: /^(0|5|50)$/, max: 100 },
  ],
}

/** The cost of watching as payments grow in number: calls to the nodes, and database time for one block. */
export const watching: Bench = { sections: [callsText, blocksText], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const ctx = watcherContext(database.orm)
    const chains = await startChains(folder, ctx.rails)
    try {
      await fillOwner(database.sql)
      await storeRules(ctx, defaultRules)
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
      log(`watching: a sweep without due payments took ${shownMs(performance.now() - startedAt)}`)
      return [
        { head: ['open payments', ...chains.map(({ name }) => `calls on ${name}`)], rows: calls },
        { head: ['transfers to us', 'in the database', 'matching', 'recording'], rows: blocks },
      ]
    } finally {
      for (const chain of chains) await chain.stop()
      await database.stop()
    }
  })
}
