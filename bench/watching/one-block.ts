import type { Rail } from '@gateway/chains/rail'
import type { Block } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { matchBlock } from '@gateway/operations/chainwatch/scanner/match-block'
import { RECORDED, recordBlock } from '@gateway/operations/chainwatch/scanner/record-block'
import type { Context } from '@gateway/operations/kernel/context'
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../numbers.ts'
import { numberOfMany, watchedAddress } from './open-payments.ts'
import { subjects } from './watcher.ts'
import { sized } from '../sized.ts'

/** Milliseconds for one block: in the database, to match it, and to record it up to the commit. */
export interface BlockTime {
  readonly databaseMs: number
  readonly matchMs: number
  readonly recordMs: number
}

const TRANSFERS = 5_000
const BLOCKS = sized(5, 1)
// A session reports its statistics at most once a second (documentation of PostgreSQL, 27.2.2).
const STATISTICS_MS = 1_200

/** Reads blocks of 5 000 token transfers, of which `ours` go to watched addresses without a deposit. */
export async function timeBlocks(
  ctx: Context,
  sql: pg.Client,
  wanted: { rail: Rail; ours: number; firstAddress: number },
): Promise<BlockTime> {
  const { rail, ours, firstAddress } = wanted
  const head = await sql.query('SELECT height, hash FROM chain_cursor WHERE chain = $1', [rail.chain])
  const node = silentNode(rail)
  const lease = await takeLease(ctx, node)
  const times: BlockTime[] = []
  let { height, hash } = head.rows[0] ?? { height: 0, hash: 'none' }
  for (let n = 0; n <= BLOCKS; n++) {
    const block = blockOf({ height: height + 1, parentHash: hash, first: firstAddress + n * ours, ours })
    const before = await activeMs(sql)
    const startedAt = performance.now()
    const matched = await matchBlock(ctx, node, block)
    const matchedAt = performance.now()
    const head = { height: block.height, hash: block.hash, finalizedHeight: undefined }
    if ((await recordBlock(ctx, { lease, matched, head, subjects })) !== RECORDED) throw new Error('the block was not recorded')
    const recordedAt = performance.now()
    const databaseMs = (await activeMs(sql)) - before
    // The first block finds cold caches.
    if (n > 0) times.push({ databaseMs, matchMs: matchedAt - startedAt, recordMs: recordedAt - matchedAt })
    ;({ height, hash } = block)
  }
  const of = (read: (time: BlockTime) => number): number => median(times.map(read))
  return { databaseMs: of((time) => time.databaseMs), matchMs: of((time) => time.matchMs), recordMs: of((time) => time.recordMs) }
}

/** Time that sessions of this database have spent executing statements. */
async function activeMs(sql: pg.Client): Promise<number> {
  await pause(STATISTICS_MS)
  const { rows } = await sql.query('SELECT active_time FROM pg_stat_database WHERE datname = current_database()')
  return Number(rows[0]?.active_time)
}

/** A block of 5 000 token transfers, of which `ours` go to watched addresses, counted from `first`. */
export function blockOf(plan: { height: number; parentHash: string; first: number; ours: number }): Block {
  const { height, parentHash, first, ours } = plan
  const transfers = Array.from({ length: TRANSFERS }, (_, index) => ({
    ref: `0x${height.toString(16)}f${index}:${index}`,
    txId: `0x${height.toString(16)}f${index}`,
    // Four transfers in a row go to one unwatched receiver, as exchanges receive them.
    to:
      index < ours
        ? watchedAddress(numberOfMany(first + index))
        : `0xff${(height * TRANSFERS + index - (index % 4)).toString(16).padStart(38, '0')}`,
    asset: 'USDC_ETH' as const,
    token: null,
    units: 25_000_000n,
  }))
  const txIds = transfers.map(({ txId }) => txId)
  const inputs = txIds.map((txId, index) => ({ resource: `0xee${index}`, sequence: height, txId }))
  return { height, hash: `block-${height}`, parentHash, at: new Date(), txIds, transfers, inputs, flushes: [] }
}

const unexpected = (): never => {
  throw new Error('the bench called a node that it must not call')
}

/** A node that must not be called. */
export function silentNode(rail: Rail): ChainNode {
  return {
    rail,
    checkNetwork: unexpected,
    readHead: async () => ({ height: 0, hash: 'none', finalizedHeight: undefined }),
    readBlock: unexpected,
    readMempool: unexpected,
    readReceipts: unexpected,
    findHeight: unexpected,
    estimateFees: unexpected,
    readBalance: unexpected,
    broadcast: unexpected,
  }
}
