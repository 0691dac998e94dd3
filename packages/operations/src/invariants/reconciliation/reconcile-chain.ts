import type { ReconciliationNode } from '@gateway/chains/reconciliation'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import { claimCheckRun, finishCheckRun } from '../claim-check-run.ts'
import { findMissingDeposits, type Missing } from './find-missing-deposits.ts'
import { findMissingTreasury } from './find-missing-treasury.ts'
import type { ViolationRow } from '../invariant.ts'
import { clearMended, reportViolations } from '../report-violations.ts'

/** The part of I7 that only a node can prove. */
export const RECONCILIATION = 'unspent deposits are at their addresses and gas money is in the treasury (checked at the nodes)'

const MIN_INTERVAL_MS = 50_000
const MAX_PLACES = 1_000

/** The node of a chain to check, and how to wait for its scanner. */
export interface ReconciliationInput {
  readonly node: ReconciliationNode
  waitForBlocks(): Promise<void>
}

/** Checks a chain once a minute, in one process at a time. @throws {ChainUnavailable} when the node does not answer. */
export async function reconcileChainDue(ctx: Context, input: ReconciliationInput): Promise<void> {
  if (await claimCheckRun(ctx, `coins:${input.node.chain}`, MIN_INTERVAL_MS)) await reconcileChain(ctx, input)
}

/**
 * Asks a chain's node whether the money of the ledger is there, and pauses the object at whose address some is missing, or the asset of the treasury.
 *
 * A reorg that the scanner has not seen moves money for a moment, and a restarted node may be behind the cursor: missing money counts only if it is
 * still missing after the scanner has reached the node's head.
 *
 * @throws {ChainUnavailable} when the node does not answer.
 */
export async function reconcileChain(ctx: Context, input: ReconciliationInput): Promise<void> {
  const { node } = input
  const { chain } = node
  const first = await findMissing(ctx, node)
  if (first.length > 0) await untilReadOn(ctx, input)
  const again = first.length > 0 ? await findMissing(ctx, node) : first
  const before = new Set(first.map(keyOf))
  const hits = again.filter((place) => before.has(keyOf(place))).map(hitOf)
  const one = { id: `I7 ${chain}`, sentence: RECONCILIATION, hits }
  await reportViolations(ctx, [one])
  await clearMended(ctx, { looked: [one], broken: [one], began: ctx.clock.now() })
  await finishCheckRun(ctx, `coins:${chain}`)
}

async function untilReadOn(ctx: Context, { node, waitForBlocks }: ReconciliationInput): Promise<void> {
  const since = ctx.clock.now()
  do await waitForBlocks()
  while (!(await hasReadOn(ctx, node.chain, since)))
}

/** True once a scanner pass that began after a moment has reached the head. */
async function hasReadOn(ctx: Context, chain: ChainCode, since: Date): Promise<boolean> {
  const db = tables(ctx.orm.em.fork())
  const { caughtUpAt } = await db.selectFrom('chain_cursor').select('caughtUpAt').where('chain', '=', chain).executeTakeFirstOrThrow()
  return caughtUpAt !== null && caughtUpAt > since
}

async function findMissing(ctx: Context, node: ReconciliationNode): Promise<Missing[]> {
  const em = ctx.orm.em.fork()
  return [...(await findMissingDeposits(em, [node], { most: MAX_PLACES })).missing, ...(await findMissingTreasury(em, [node])).missing]
}

const keyOf = ({ name, address, asset }: Missing): string => `${asset} ${address} ${name}`

const hitOf = (place: Missing): ViolationRow => ({
  ...place,
  hit: `${place.name} ${BigInt(place.units) - BigInt(place.found)}`,
})
