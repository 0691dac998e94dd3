import { messageOf } from '@gateway/domain/kernel/error'
import { ChainUnavailable } from '@gateway/chains/errors'
import type { BatchSource, Head } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import { LeaseLost } from '@gateway/domain/chainwatch/errors'
import type { Context } from '../../kernel/context.ts'
import { broadcastAttempts } from '../../custody/broadcast/broadcast-attempts.ts'
import { endLapsed } from '../../custody/settlement/end-lapsed.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import type { Lease } from '../cursor/cursor.ts'
import { findFeeEstimates, storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { readBlockTime } from '../cursor/block-time.ts'
import { batchSourceOf } from '../source/batch-source.ts'
import { flagContractWallets } from '../flag-contract-wallets.ts'
import { readPayeeBalances } from '../read-payee-balances.ts'
import { findMissingContract, type RequiredContracts } from '../required-contracts.ts'
import { matchBlock, matchMempool } from './match-block.ts'
import { reportCaughtUp } from '../cursor/report-progress.ts'
import { FORKED, recordBlock } from './record-block.ts'
import { recordMempool } from './record-mempool.ts'
import { checkHistory } from '../reorg/check-history.ts'
import { rollBackBlock } from '../reorg/roll-back-block.ts'
import { scanBalances, type BalanceScans } from '../internal-transfers/scan-balances.ts'

/** The working state of one scanner. */
export interface Scan {
  readonly lease: Lease
  readonly node: ChainNode
  readonly subjects: AddressOwners
  /** Ids of mempool transactions that this scanner has read. */
  readonly seen: Set<string>
  /** The progress of the balance sweep. */
  readonly sweep: BalanceScans
  /** The contracts that the chain has to hold and that this scanner has not found yet; none by default. */
  readonly contracts?: RequiredContracts
}

/** The cursor after a pass. */
export interface ScanReport {
  readonly height: number
  readonly head: number
  readonly lagBlocks: number
}

const BLOCKS_PER_PASS = 50
const FEES_EVERY_MS = 15_000
/** An estimate is read again after this part of the time for which it may be signed with. */
const FEES_PART = 4

/**
 * Reads a chain from the cursor towards the head, then the mempool, and broadcasts stored attempts.
 *
 * A pass is bounded so that its caller can report progress; the next pass continues.
 *
 * @throws {LeaseLost} {ChainUnavailable} {WrongNetwork} {LeftBitcoin} {OtherHistory} with nothing half-written.
 */
export async function scanChain(ctx: Context, scan: Scan): Promise<ScanReport> {
  const { node, lease } = scan
  // Arrivals during the pass may be missing from it.
  const since = ctx.clock.now()
  await node.checkNetwork()
  const head = await node.readHead()
  const cursor = await readBlocks(ctx, scan, head)
  await refreshFees(ctx, scan)
  await tryTo(ctx, scan, { what: 'payee balances not read', look: () => readPayeeBalances(ctx, node) })
  await broadcastAttempts(ctx, { ...scan, height: cursor.height })
  await tryTo(ctx, scan, { what: 'expired payouts not looked for', look: () => endLapsed(ctx, { node, height: cursor.height }) })
  if (cursor.height > head.height) throw new ChainUnavailable(lease.chain, `it is ${cursor.height - head.height} blocks behind the cursor`)
  const arrived = cursor.height === head.height && cursor.hash === head.hash
  const sweep = () => scanBalances(ctx, scan, cursor)
  const isSwept = arrived && (await tryTo(ctx, scan, { what: 'internal-transfer scan failed', look: sweep }))
  if (arrived) await tryTo(ctx, scan, { what: 'merchant wallet check failed', look: () => flagContractWallets(ctx, node) })
  const named = () => scan.subjects.refunds.findNamed(ctx, { lease, node, height: cursor.height })
  if (arrived) await tryTo(ctx, scan, { what: 'transactions of refunds not looked for', look: named })
  if (arrived && (await readMempool(ctx, scan, head))) {
    const problem = await missingContract(ctx, scan)
    await reportCaughtUp(ctx, {
      lease,
      head,
      since,
      problem,
      ...(isSwept && { knownUntil: await knownUntil(ctx, scan, { cursor, since }) }),
    })
  }
  return { height: cursor.height, head: head.height, lagBlocks: head.height - cursor.height }
}

/**
 * The moment up to which all arrivals are known: with a watched mempool the moment of reading; otherwise the last block's time, because earlier
 * transactions may be in the next block.
 */
async function knownUntil(ctx: Context, { node }: Scan, { cursor, since }: { cursor: ChainCursorEntity; since: Date }): Promise<Date> {
  return node.rail.watchesMempool ? since : readBlockTime(ctx.orm.em.fork(), cursor, since)
}

/** A contract without which money stays where it arrives; it can be deployed at any time. */
async function missingContract(ctx: Context, scan: Scan): Promise<string | undefined> {
  let missing: string | undefined
  const look = async (): Promise<void> => void (missing = await findMissingContract(scan.node, scan.contracts))
  await tryTo(ctx, scan, { what: 'contracts not looked for', look })
  return missing
}

/** Runs an optional check; a node that cannot serve it does not stop block reading. @returns whether it succeeded. */
async function tryTo(ctx: Context, { lease }: Scan, { what, look }: { what: string; look: () => Promise<void> }): Promise<boolean> {
  try {
    await look()
    return true
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    ctx.log.warn({ chain: lease.chain, problem: error.message }, what)
    return false
  }
}

/**
 * Without a fresh estimate the signer holds payouts; block reading continues. Only after its blocks were taken, a node is asked: what is signed with a
 * blockhash of another chain waits until that has lapsed.
 */
async function refreshFees(ctx: Context, { node, lease }: Scan): Promise<void> {
  const now = ctx.clock.now()
  const known = await findFeeEstimates(ctx.orm.em.fork(), lease)
  const everyMs = Math.min(FEES_EVERY_MS, node.rail.estimateLastsMs / FEES_PART)
  if (known && now.getTime() - known.at.getTime() < everyMs) return
  try {
    await storeFeeEstimates(ctx.orm.em.fork(), lease, { fees: await node.estimateFees(), at: now })
  } catch (error) {
    ctx.log.warn({ chain: lease.chain, problem: messageOf(error) }, 'fee estimate failed')
  }
}

/** Reads a bounded number of blocks, and rolls back while the node's chain is not the cursor's. */
async function readBlocks(ctx: Context, scan: Scan, head: Head): Promise<ChainCursorEntity> {
  const source = batchSourceOf(scan.node)
  for (let left = BLOCKS_PER_PASS; left > 0; left--) {
    const cursor = await readCursor(ctx, scan.lease)
    if ((await takeStep(ctx, scan, { cursor, head, source })) === 'arrived') return cursor
  }
  return readCursor(ctx, scan.lease)
}

/** The position of a pass. */
interface Stand {
  readonly cursor: ChainCursorEntity
  readonly head: Head
  readonly source: BatchSource
}

type Step = 'arrived' | 'read' | 'rolled_back'

/** One block forward or one back; `arrived` when the node has none after the cursor. */
async function takeStep(ctx: Context, scan: Scan, stand: Stand): Promise<Step> {
  const { cursor, head, source } = stand
  if (cursor.height === head.height && cursor.hash === head.hash) return 'arrived'
  const block = await source.nextBatch(cursor, head)
  if (!block) return (await isOrphaned(ctx, stand)) ? rollBack(ctx, scan, source) : 'arrived'
  const matched = await matchBlock(ctx, scan.node, block)
  const recorded = await recordBlock(ctx, { lease: scan.lease, matched, head, subjects: scan.subjects })
  if (recorded === FORKED) return rollBack(ctx, scan, source)
  await broadcastAttempts(ctx, { ...scan, height: block.height, isNew: true })
  return 'read'
}

async function readCursor(ctx: Context, { chain }: Lease): Promise<ChainCursorEntity> {
  const cursor = await findCursor(ctx.orm.em.fork(), { chain })
  if (!cursor) throw new LeaseLost(chain)
  return cursor
}

/** Takes the newest block back, on the word of a node whose chain holds the oldest one that is remembered. */
async function rollBack(ctx: Context, { lease, subjects }: Scan, source: BatchSource): Promise<Step> {
  await checkHistory(ctx, { chain: lease.chain, source })
  await rollBackBlock(ctx, { lease, subjects })
  return 'rolled_back'
}

/**
 * True when the node's best chain is not the cursor's. A node that is merely behind has our own block as its head, and missing later ones prove
 * nothing.
 */
async function isOrphaned(ctx: Context, { cursor, head, source }: Stand): Promise<boolean> {
  if (head.height < cursor.height) {
    const ours = await tables(ctx.orm.em.fork())
      .selectFrom('chain_block')
      .select('hash')
      .where('chain', '=', cursor.chain)
      .where('height', '<=', head.height)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst()
    return ours !== undefined && ours.hash !== head.hash
  }
  const block = await source.readUpTo(cursor.height)
  return block !== undefined && block.hash !== cursor.hash
}

/** Reads the mempool if the head stood still around it; only then does absence mean anything. */
async function readMempool(ctx: Context, scan: Scan, head: Head): Promise<boolean> {
  const { node, seen, lease, subjects } = scan
  if (!node.rail.watchesMempool) return true
  const at = ctx.clock.now()
  const view = await node.readMempool(seen)
  const after = await node.readHead()
  if (after.hash !== head.hash) return false
  const { hits } = await matchMempool(ctx, node, view)
  await recordMempool(ctx, { lease, view, hits, at, subjects })
  remember(seen, view.txIds)
  return true
}

function remember(seen: Set<string>, present: ReadonlySet<string>): void {
  for (const txId of seen) if (!present.has(txId)) seen.delete(txId)
  for (const txId of present) seen.add(txId)
}
