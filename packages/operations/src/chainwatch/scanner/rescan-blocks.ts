import { ChainUnavailable } from '@gateway/chains/errors'
import type { BatchSource, Block, HeightRange, Position } from '@gateway/chains/rail/block'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import { findCursor, findOldestBlock } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { ChainCode } from '@gateway/domain/money/asset'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { batchSourceOf } from '../source/batch-source.ts'
import { findConflictingTransfers } from './find-conflicting-transfers.ts'
import { lockChain } from '../cursor/cursor.ts'
import { matchBlock } from './match-block.ts'
import type { Hit, MatchedBlock } from '../deposits/hit.ts'
import { recordFacts } from './record-block.ts'
import { endWait } from '../unproven/settle-unproven.ts'
import { findUntraced } from '../deposits/untraced-deposits.ts'

/** Blocks to rescan, and the operator who asked. */
export interface Rescan extends HeightRange {
  readonly node: ChainNode
  readonly subjects: AddressOwners
  /** `operator:<name>`. */
  readonly by: string
}

/** The result of a rescan. */
export interface RescanReport {
  readonly blocks: number
  /** New deposits. */
  readonly found: number
  /** Deposits already recorded in another form, such as internal transfers, and not credited again. */
  readonly known: number
}

/**
 * Rescans recorded blocks with the scanner's code and records missed deposits. It is idempotent.
 *
 * The scanner may run meanwhile: each block is one transaction under the lock of the chain's cursor, which is not moved.
 *
 * @throws {NotFound} when the chain was never read; {InvalidState} when the range is not below the cursor, or the node has other blocks;
 *   {ChainUnavailable} when the node does not respond. Blocks recorded before stay recorded.
 */
export async function rescanBlocks(ctx: Context, rescan: Rescan): Promise<RescanReport> {
  const { node, from, to } = rescan
  const { chain } = node.rail
  await node.checkNetwork()
  const cursor = await findCursor(ctx.orm.em.fork(), { chain })
  if (!cursor) throw new NotFound('chain')
  if (from < 0 || from > to || to > cursor.height) throw new InvalidState(`read up to ${cursor.height}`, `read ${from} to ${to} again`)
  const source = batchSourceOf(node)
  await checkAnchor(ctx, chain, source)
  const details = { from, to }
  await transaction(ctx, (em) => writeAuditEntry(em, ctx, { actor: rescan.by, action: 'chain.rescan', subjectId: chain, details }))
  const report = { blocks: 0, found: 0, known: 0 }
  for await (const block of source.readRange({ from, to })) {
    const { found, known } = await rescanBlock(ctx, rescan, block)
    report.blocks += 1
    report.found += found
    report.known += known
  }
  if (report.found > 0) ctx.log.warn({ chain, deposits: report.found }, 'missed deposits found by rescan')
  return report
}

/** Blocks below the ring are on the same chain as its oldest one; blocks in the ring are compared one by one. */
async function checkAnchor(ctx: Context, chain: ChainCode, source: BatchSource): Promise<void> {
  const oldest = await findOldestBlock(ctx.orm.em.fork(), { chain })
  if (!oldest) return
  const block = await source.readUpTo(oldest.height)
  if (!block) throw new ChainUnavailable(chain, `it has no block ${oldest.height}`)
  checkBranch(chain, oldest, block)
}

/** A block between two remembered ones is of another branch too: the chain left its height out. */
function checkBranch(chain: ChainCode, remembered: Position, { height, hash }: Position): void {
  if (hash !== remembered.hash) throw new InvalidState('another branch', `read block ${height} of ${chain} again`)
}

async function rescanBlock(ctx: Context, { node, subjects }: Rescan, block: Block): Promise<{ found: number; known: number }> {
  const { chain } = node.rail
  const { height } = block
  const matched = await matchBlock(ctx, node, block)
  return transaction(ctx, async (em) => {
    const cursor = await lockChain(em, chain)
    const remembered = await tables(em)
      .selectFrom('chain_block')
      .select(['height', 'hash'])
      .where('chain', '=', chain)
      .where('height', '<=', height)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (remembered) checkBranch(chain, remembered, block)
    if (height > cursor.height) throw new InvalidState(`read up to ${cursor.height}`, `read ${height} again`)
    const read = { chain, height, hits: [...matched.hits, ...matched.unproven] }
    const known = new Set([...(await findUntraced(em, read)), ...(await findConflictingTransfers(em, read))])
    const facts = { lease: { chain }, matched: without(matched, known), subjects, view: viewOf(ctx, cursor), after: cursor.height - 1 }
    const touched = await recordFacts(em, ctx, facts)
    const proven = facts.matched.hits.map(({ transfer: { ref } }) => ({ chain, ref }))
    await endWait(em, ctx, { rows: proven, outcome: 'recorded' })
    return { found: touched.length, known: known.size }
  })
}

const without = (matched: MatchedBlock, known: ReadonlySet<Hit>): MatchedBlock => ({
  ...matched,
  hits: matched.hits.filter((hit) => !known.has(hit)),
  unproven: matched.unproven.filter((hit) => !known.has(hit)),
})

/** The view that was valid at the cursor's block. */
const viewOf = (ctx: Context, { height, finalWhenRead }: ChainCursorEntity): ChainView => ({
  height,
  finalizedHeight: finalWhenRead ?? undefined,
  at: ctx.clock.now(),
})
