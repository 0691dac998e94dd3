import { NodesEnv } from '@gateway/chains/env'
import { createNode } from '@gateway/chains/nodes'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { byChain } from '@gateway/chains/settings'
import { startBitcoin } from '@gateway/devnet/bitcoin/bitcoin'
import { mineBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { startEvm } from '@gateway/devnet/evm/evm'
import { mineEvm } from '@gateway/devnet/evm/evm-faucet'
import type { Running } from '@gateway/devnet/processes/running'
import { takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { type ScanReport, scanChain } from '@gateway/operations/chainwatch/scanner/scan-chain'
import { freshScans } from '@gateway/operations/chainwatch/internal-transfers/scan-balances'
import type { Context } from '@gateway/operations/kernel/context'
import { join } from 'node:path'
import { cpuMs, ownCpuMs } from '../cpu-time.ts'
import { type BenchDatabase, openDatabase } from '../database.ts'
import type { Bench, Log, SectionText, Table } from '../section.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { subjects, watcherContext } from '../watching/watcher.ts'
import { flatnessText, measureFlatness } from './flatness.ts'
import { sized } from '../sized.ts'

// The first thousand blocks find cold code.
const WARM_UP = sized(1_000, 50)
const BACKLOG = sized(3_000, 100)
const MINED_AT_ONCE = sized(500, 50)

const text: SectionText = {
  title: 'Catching up',
  intro:
    `The scanner finds ${BACKLOG} empty blocks on a real node and reads them up to the head, each checked against the one before. ` +
    'Processor time is per block.',
  aims: [{ text: 'at least 100 blocks per second', column: 'blocks per second', min: 100 }],
}

/** How fast the scanner reads a backlog of blocks, and how much its memory grows. */
export const catchUp: Bench = { sections: [text, flatnessText], measure }

function measure(log: Log): Promise<Table[]> {
  return inTemporaryFolder(async (folder) => {
    const database = await openDatabase(folder)
    const servers: Running[] = []
    try {
      const ctx = watcherContext(database.orm)
      const evm = await startEvm({ dataDir: join(folder, 'anvil') })
      servers.push(evm)
      const bitcoin = await startBitcoin({ dataDir: join(folder, 'bitcoind') })
      servers.push(bitcoin)
      const settings = byChain(NodesEnv.parse({ ETH_RPC_URL: evm.rpc, BTC_RPC_URL: bitcoin.rpc }))
      const plans = [
        { chain: 'ETH' as const, mine: (count: number) => mineEvm(evm, count) },
        { chain: 'BTC' as const, mine: (count: number) => mineBitcoin(bitcoin, count) },
      ]
      const rows: string[][] = []
      for (const { chain, mine } of plans) {
        const rail = ctx.rails.get(chain)
        if (!rail) throw new Error(`the bench has no rail for ${chain}`)
        const read = await readBacklog(ctx, database, { node: createNode(rail, settings), mine })
        log(`catch-up: ${BACKLOG} blocks of ${chain}, ${read.perSecond.toFixed(0)} per second`)
        rows.push(rowOf(chain, read))
      }
      return [
        { head: ['chain', 'blocks per second', 'scanner CPU', 'Postgres CPU'], rows },
        await measureFlatness(database, { folder, log }),
      ]
    } finally {
      for (const server of servers) await server.stop()
      await database.stop()
    }
  })
}

interface Reading {
  readonly perSecond: number
  readonly scannerMs: number
  readonly postgresMs: number
}

/** Lets a scanner at the head find thousands of new blocks and read them all. */
async function readBacklog(
  ctx: Context,
  database: BenchDatabase,
  { node, mine }: { node: ChainNode; mine: (count: number) => Promise<unknown> },
): Promise<Reading> {
  const scan = { lease: await takeLease(ctx, node), node, subjects, seen: new Set<string>(), sweep: freshScans() }
  const pass = (): Promise<ScanReport> => scanChain(ctx, scan)
  const mineBlocks = async (count: number): Promise<void> => {
    for (let mined = 0; mined < count; mined += MINED_AT_ONCE) await mine(MINED_AT_ONCE)
  }
  await mineBlocks(WARM_UP)
  while ((await pass()).lagBlocks > 0);
  await mineBlocks(BACKLOG)
  const before = { at: performance.now(), scanner: ownCpuMs(), postgres: cpuMs(database.pid) }
  while ((await pass()).lagBlocks > 0);
  return {
    perSecond: (BACKLOG * 1_000) / (performance.now() - before.at),
    scannerMs: (ownCpuMs() - before.scanner) / BACKLOG,
    postgresMs: (cpuMs(database.pid) - before.postgres) / BACKLOG,
  }
}

const rowOf = (chain: string, { perSecond, scannerMs, postgresMs }: Reading): string[] => [
  chain,
  perSecond.toFixed(0),
  `${scannerMs.toFixed(2)} ms`,
  `${postgresMs.toFixed(2)} ms`,
]
