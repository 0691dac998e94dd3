import { isEvmRail } from '@gateway/chains/evm/rail'
import type { Rail } from '@gateway/chains/rail'
import type { Block } from '@gateway/chains/rail/block'
import { matchBlock } from '@gateway/operations/chainwatch/scanner/match-block'
import type { Context } from '@gateway/operations/kernel/context'
import { openDatabase } from '../database.ts'
import { ownCpuMs } from '../cpu-time.ts'
import { median, shownMs } from '../numbers.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { silentNode } from '../watching/one-block.ts'
import { fillOwner, fillPayments } from '../watching/open-payments.ts'
import { watcherContext } from '../watching/watcher.ts'
import { storeRules } from '@gateway/operations/payments/rules/store-rules'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { sized } from '../sized.ts'
import { fullBitcoinBlock } from './bitcoin-block.ts'
import { fullEthereumBlock } from './ethereum-block.ts'

const ROUNDS = sized(15, 1)
const OPEN_PAYMENTS = sized(10_000, 100)

const text: SectionText = {
  title: 'A full block',
  intro:
    'One full block, of Bitcoin as bytes (2 500 transactions with three inputs and five outputs each) and of Ethereum as JSON (300 transactions, 600 logs): proved and decoded, then matched with ' +
    `${OPEN_PAYMENTS} open payments, none of which it pays. Median of ${ROUNDS} rounds after a first one; processor time is the scanner's.`,
  aimsAgainst: { dee40013: [{ text: 'decoded and matched in at most 0.5 ×', column: 'ratio', rows: /: both$/, max: 0.5 }] },
}

/** What the scanner does with one full block before it records it. */
export const decoding: Bench = { sections: [text], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const ctx = watcherContext(database.orm)
    try {
      await fillOwner(database.sql)
      await storeRules(ctx, defaultRules)
      await fillPayments(database.sql, { from: 0, count: OPEN_PAYMENTS })
      const [btc, eth] = (['BTC', 'ETH'] as const).map((chain) => ctx.rails.get(chain))
      if (!btc || !eth || !isEvmRail(eth)) throw new Error('the bench has no rails')
      const bitcoin = fullBitcoinBlock()
      const ethereum = fullEthereumBlock(eth)
      const rows = [
        [`Bitcoin, ${bitcoin.megabytes.toFixed(1)} MB`, ...(await timesOf(ctx, { rail: btc, decode: async () => bitcoin.decode() }))],
        ['Ethereum', ...(await timesOf(ctx, { rail: eth, decode: ethereum }))],
      ]
      log(`decoding: ${rows.map((row) => row.join(', ')).join('; ')}`)
      return [{ head: ['block', 'decoding', 'matching', 'both', 'CPU'], rows }]
    } finally {
      await database.stop()
    }
  })
}

async function timesOf(ctx: Context, { rail, decode }: { rail: Rail; decode: () => Promise<Block> }): Promise<string[]> {
  const node = silentNode(rail)
  const rounds: number[][] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const cpuBefore = ownCpuMs()
    const startedAt = performance.now()
    const block = await decode()
    const decodedAt = performance.now()
    await matchBlock(ctx, node, block)
    const matchedAt = performance.now()
    if (round > 0) rounds.push([decodedAt - startedAt, matchedAt - decodedAt, matchedAt - startedAt, ownCpuMs() - cpuBefore])
  }
  return [0, 1, 2, 3].map((at) => shownMs(median(rounds.map((round) => round[at] ?? 0))))
}
