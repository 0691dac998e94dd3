import { startChild } from '@gateway/devnet/processes/child'
import { freePort } from '@gateway/devnet/processes/port'
import { callRpc } from '@gateway/devnet/rpc'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchDatabase } from '../database.ts'
import { median } from '../numbers.ts'
import type { Section } from '../section.ts'
import type { BlockSize } from './paper-chain.ts'
import type { Reading } from './read-backlog.ts'

/** A backlog, and after how many of its blocks memory is looked at. */
interface Backlog {
  readonly chain: 'ETH' | 'BTC'
  readonly size: BlockSize
  readonly warmUp: number
  readonly blocks: number
}

// The engine gives its heap the size that the work needs within some thousand empty blocks; whether more blocks need more is what is asked.
const backlogs: readonly Backlog[] = [
  { chain: 'ETH', size: 'empty', warmUp: 8_000, blocks: 20_000 },
  { chain: 'BTC', size: 'empty', warmUp: 8_000, blocks: 20_000 },
  { chain: 'ETH', size: 'full', warmUp: 400, blocks: 1_600 },
  { chain: 'BTC', size: 'full', warmUp: 50, blocks: 250 },
]
const MEBIBYTE = 2 ** 20
const MAX_OUTPUT = 64 * MEBIBYTE

/** What a scanner in a process of its own holds while it reads backlogs that are longer and longer. */
export async function measureFlatness(
  database: BenchDatabase,
  { folder, log }: { folder: string; log: (line: string) => void },
): Promise<Section> {
  const rows: string[][] = []
  for (const backlog of backlogs) {
    const row = rowOf(backlog, await readOne(database, { backlog, folder, log }))
    log(`catch-up: ${row.join(', ')}`)
    rows.push(row)
  }
  return sectionOf(rows)
}

async function readOne(
  database: BenchDatabase,
  { backlog, folder, log }: { backlog: Backlog; folder: string; log: (line: string) => void },
): Promise<Reading[]> {
  await database.sql.query('DELETE FROM chain_block')
  await database.sql.query('DELETE FROM chain_cursor')
  const { chain, size, blocks } = backlog
  const port = await freePort()
  const rpc = `http://127.0.0.1:${port}`
  const main = join(import.meta.dirname, 'paper-node.ts')
  const args = ['--disable-warning=ExperimentalWarning', main, chain, size, String(port), folder]
  const isReady = () => callRpc(rpc, { method: 'grow', params: [1] }).then(() => true)
  const node = await startChild({ name: `paper-${chain}-${size}`, folder, command: process.execPath, args, isReady, log })
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

const sectionOf = (rows: readonly (readonly string[])[]): Section => ({
  title: 'Memory while catching up',
  intro:
    'A scanner in a process of its own reads a backlog from a node that makes its blocks up: empty ones, or as many transactions as a busy block of the main network has ' +
    '(ETH: 300, with 600 token transfers; BTC: 2 500, with 7 500 outputs). Memory is the median after the passes of two stretches that follow each other, as long as each other; the heap is what the engine has set aside for objects, the rest of RSS is code. ' +
    'What stands before the first stretch is left out: there the engine lets the heap grow from 110 to about 350 MiB, in which garbage waits for its collector, and that is the same for a backlog of any length. Aim: at most 1.2 ×.',
  head: ['blocks', 'backlog', 'stretches', 'heap', 'RSS', 'ratio'],
  rows,
})
