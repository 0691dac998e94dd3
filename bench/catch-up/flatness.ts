import type { DevnetChain } from '@gateway/devnet/chains'
import { startChild } from '@gateway/devnet/processes/child'
import { freePort } from '@gateway/devnet/processes/port'
import { callRpc } from '@gateway/devnet/rpc'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchDatabase } from '../database.ts'
import { median } from '../numbers.ts'
import type { Log, SectionText, Table } from '../section.ts'
import { sized } from '../sized.ts'
import type { BlockSize } from './synthetic-chain.ts'
import type { Reading } from './read-backlog.ts'

/** A backlog; memory is compared after the warm-up. */
interface Backlog {
  readonly chain: DevnetChain
  readonly size: BlockSize
  readonly warmUp: number
  readonly blocks: number
}

/** Three passes of the scanner: one to warm up, one a stretch. */
const SHORT = { warmUp: 50, blocks: 150 }
// Within some thousand empty blocks the engine grows its heap to the size of the work. The question is whether more blocks need more.
const backlogs: readonly Backlog[] = [
  { chain: 'ETH', size: 'empty', ...sized({ warmUp: 8_000, blocks: 20_000 }, SHORT) },
  { chain: 'BTC', size: 'empty', ...sized({ warmUp: 8_000, blocks: 20_000 }, SHORT) },
  { chain: 'ETH', size: 'full', ...sized({ warmUp: 400, blocks: 1_600 }, SHORT) },
  { chain: 'BTC', size: 'full', ...sized({ warmUp: 50, blocks: 250 }, SHORT) },
]
const MEBIBYTE = 2 ** 20
const MAX_OUTPUT = 64 * MEBIBYTE

/** Text of the section about memory. */
export const flatnessText: SectionText = {
  title: 'Memory while catching up',
  intro:
    'A scanner process reads a backlog from a synthetic node, whose blocks are empty or as full as a busy block of the main network ' +
    '(ETH: 300 transactions with 600 token transfers; BTC: 2 500 with 7 500 outputs). Memory is the median of the passes in two equally long stretches, one after the other. Heap is the memory that the engine has reserved for objects; the rest of RSS is code. ' +
    'The blocks before the first stretch do not count: there the engine grows the heap from 110 to about 350 MiB, whatever the length of the backlog.',
  aims: [{ text: 'at most 1.2 ×', column: 'ratio', max: 1.2 }],
}

/** Measures the memory of a scanner process while it reads longer and longer backlogs. */
export async function measureFlatness(database: BenchDatabase, { folder, log }: { folder: string; log: Log }): Promise<Table> {
  const rows: string[][] = []
  for (const backlog of backlogs) {
    const row = rowOf(backlog, await readOne(database, { backlog, folder, log }))
    log(`catch-up: ${row.join(', ')}`)
    rows.push(row)
  }
  return { head: ['blocks', 'backlog', 'stretches', 'heap', 'RSS', 'ratio'], rows }
}

async function readOne(
  database: BenchDatabase,
  { backlog, folder, log }: { backlog: Backlog; folder: string; log: Log },
): Promise<Reading[]> {
  await database.sql.query('DELETE FROM chain_block')
  await database.sql.query('DELETE FROM chain_cursor')
  const { chain, size, blocks } = backlog
  const port = await freePort()
  const rpc = `http://127.0.0.1:${port}`
  const main = join(import.meta.dirname, 'synthetic-node.ts')
  const args = ['--disable-warning=ExperimentalWarning', main, chain, size, String(port), folder]
  const isReady = () => callRpc(rpc, { method: 'grow', params: [1] }).then(() => true)
  const node = await startChild({ name: `synthetic-${chain}-${size}`, folder, command: process.execPath, args, isReady, log })
  try {
    const scanner = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'read-backlog.ts')]
    const scanned = promisify(execFile)(process.execPath, [...scanner, database.url, chain, rpc, String(blocks)], {
      maxBuffer: MAX_OUTPUT,
    })
    return (await scanned).stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Reading] : [])) // Its own lines.
  } finally {
    await node.stop()
  }
}

function rowOf({ chain, size, warmUp, blocks }: Backlog, readings: readonly Reading[]): string[] {
  const middle = (warmUp + blocks) / 2
  const first = readings.filter((reading) => reading.blocks > warmUp && reading.blocks <= middle)
  const second = readings.filter((reading) => reading.blocks > middle)
  const [before, after] = [first, second].map((half) => median(half.map(({ rss }) => rss)))
  const heaps = [first, second].map((half) => mebibytes(median(half.map(({ heap }) => heap))))
  if (before === undefined || after === undefined) throw new Error('the scanner gave no readings')
  return [
    `${chain}, ${size}`,
    String(blocks),
    `${warmUp}–${middle}, –${blocks}`,
    heaps.join(' → '),
    [before, after].map(mebibytes).join(' → '),
    `${(after / before).toFixed(2)} ×`,
  ]
}

const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(0)} MiB`
