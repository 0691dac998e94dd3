import { ChainUnavailable } from '@gateway/chains/errors'
import type { Block, ChainNode } from '@gateway/chains/rail'
import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findConflictingTransfers } from './find-conflicting-transfers.ts'
import { lockChain } from '../cursor/cursor.ts'
import { matchBlock } from './match-block.ts'
import type { Hit, MatchedBlock } from '../deposits/hit.ts'
import { recordFacts } from './record-block.ts'
import { findUntraced } from '../deposits/untraced-deposits.ts'

/** Blocks to rescan, and the operator who asked. */
export interface Rescan {
  readonly node: ChainNode
  readonly subjects: AddressOwners
  readonly from: number
  readonly to: number
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
  await checkAnchor(ctx, node)
  const details = { from, to }
  await transaction(ctx, (em) => writeAuditEntry(em, ctx, { actor: rescan.by, action: 'chain.rescan', subjectId: chain, details }))
  const report = { blocks: 0, found: 0, known: 0 }
  for (let height = from; height <= to; height++) {
    const { found, known } = await rescanBlock(ctx, rescan, height)
    report.blocks += 1
    report.found += found
    report.known += known
  }
  if (report.found > 0) ctx.log.warn({ chain, deposits: report.found }, 'missed deposits found by rescan')
  return report
}

/** Blocks below the ring are on the same chain as its oldest one; blocks in the ring are compared one by one. */
async function checkAnchor(ctx: Context, node: ChainNode): Promise<void> {
  const { chain } = node.rail
  const oldest = await tables(ctx.orm.em.fork())
    .selectFrom('chain_block')
    .select(['height', 'hash'])
    .where('chain', '=', chain)
    .orderBy('height')
    .limit(1)
    .executeTakeFirst()
  if (oldest) checkHash(chain, oldest, await readBlock(node, oldest.height))
}

function checkHash(chain: string, remembered: { height: number; hash: string }, block: Block): void {
  if (block.hash !== remembered.hash) throw new InvalidState('another branch', `read block ${remembered.height} of ${chain} again`)
}

async function readBlock(node: ChainNode, height: number): Promise<Block> {
  const block = await node.readBlock(height)
  if (!block) throw new ChainUnavailable(node.rail.chain, `it has no block ${height}`)
  return block
}

async function rescanBlock(ctx: Context, { node, subjects }: Rescan, height: number): Promise<{ found: number; known: number }> {
  const { chain } = node.rail
  const matched = await matchBlock(ctx, node, await readBlock(node, height))
  return transaction(ctx, async (em) => {
    const cursor = await lockChain(em, chain)
    const remembered = await tables(em)
      .selectFrom('chain_block')
      .select(['height', 'hash'])
      .where('chain', '=', chain)
      .where('height', '=', height)
      .executeTakeFirst()
    if (remembered) checkHash(chain, remembered, matched.block)
    if (height > cursor.height) throw new InvalidState(`read up to ${cursor.height}`, `read ${height} again`)
    const read = { chain, height, hits: matched.hits }
    const known = new Set([...(await findUntraced(em, read)), ...(await findConflictingTransfers(em, read))])
    const fresh = without(matched, known)
    const touched = await recordFacts(em, ctx, { lease: { chain }, matched: fresh, subjects, view: viewOf(ctx, cursor) })
    return { found: touched.length, known: known.size }
  })
}

const without = (matched: MatchedBlock, known: ReadonlySet<Hit>): MatchedBlock => ({
  ...matched,
  hits: matched.hits.filter((hit) => !known.has(hit)),
})

/** The view that was valid at the cursor's block. */
const viewOf = (ctx: Context, { height, finalWhenRead }: ChainCursorEntity): ChainView => ({
  height,
  finalizedHeight: finalWhenRead ?? undefined,
  at: ctx.clock.now(),
})
