import { addressOwners } from '@gateway/operations/jobs/address-owners'
import { messageOf } from '@gateway/domain/kernel/error'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { LeaseLost } from '@gateway/domain/chainwatch/errors'
import { type Lease, takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { reportProblem } from '@gateway/operations/chainwatch/cursor/report-progress'
import { acceptNode, refuseNode } from '@gateway/operations/chainwatch/refuse-node'
import { checkHistory } from '@gateway/operations/chainwatch/reorg/check-history'
import { requiredContracts } from '@gateway/operations/chainwatch/required-contracts'
import { type Scan, type ScanReport, scanChain } from '@gateway/operations/chainwatch/scanner/scan-chain'
import { batchSourceOf } from '@gateway/operations/chainwatch/source/batch-source'
import { freshScans } from '@gateway/operations/chainwatch/internal-transfers/scan-balances'
import type { Context } from '@gateway/operations/kernel/context'
import { type CountingNode, guardGasPayer } from '@gateway/operations/custody/treasury/guard-gas-payer'
import { openTreasury } from '@gateway/operations/custody/treasury/open-treasury'
import type { ScannerActivities } from '@gateway/workflows/chainwatch/activities'
import { activityInfo, cancellationSignal } from '@temporalio/activity'
import { failureType } from '../activity-errors.ts'
import { type Report, withHeartbeat } from '../with-heartbeat.ts'

/** One chain of this process. */
export interface WatchedChain {
  readonly node: ChainNode & CountingNode
  readonly pollMs: number
  /** The address of its gas payer, if any. */
  readonly gasPayerAddress: string | undefined
  /** Whether escrows are served on it. */
  readonly servesEscrows: boolean
  /** Called when this process takes the lease. */
  readonly onLease: () => void
  /** Resolves when the signer has stored an attempt, or after `ms`. */
  waitForNews(ms: number): Promise<void>
}

const subjects = addressOwners

const SCAN_MS = 50 * 60 * 1_000
const MAX_BACKOFF_MS = 2_000

/**
 * Milliseconds until a chain is tried again after failed passes: doubled each time, but short enough that a signed attempt does not wait
 * for a node that has recovered. A failed pass makes fewer calls than a successful one.
 */
export const backoffMs = (pollMs: number, failures: number): number =>
  Math.max(pollMs, Math.min(MAX_BACKOFF_MS, pollMs * 2 ** Math.min(failures, 6)))

/** Activities of the chain role. */
export const scannerActivities = (ctx: Context, chain: WatchedChain): ScannerActivities => ({
  scanBlocks: () => withHeartbeat((report) => scanOn(ctx, chain, report)),
})

async function scanOn(ctx: Context, chain: WatchedChain, report: Report): Promise<void> {
  report({ attempt: activityInfo().attempt })
  const scan = await openScan(ctx, chain)
  const endsAt = performance.now() + SCAN_MS
  let failures = 0
  while (performance.now() < endsAt && !cancellationSignal().aborted) {
    const pauseMs = await pass(ctx, scan, failures).then(
      (seen) => ((failures = 0), report({ ...seen }), seen.lagBlocks > 0 ? 0 : chain.pollMs),
      (error: unknown) => failed(ctx, { lease: scan.lease, error, report }).then(() => backoffMs(chain.pollMs, failures++)),
    )
    if (pauseMs > 0) await chain.waitForNews(pauseMs)
  }
  cancellationSignal().throwIfAborted()
}

async function openScan(ctx: Context, { node, gasPayerAddress, servesEscrows, onLease }: WatchedChain): Promise<Scan> {
  // A node of another network must not leave a single block or balance in the rows.
  await meetNode(ctx, node)
  const lease = await takeLease(ctx, node)
  if (gasPayerAddress !== undefined) {
    await guardGasPayer(ctx, node, gasPayerAddress)
    await openTreasury(ctx, node, gasPayerAddress)
  }
  onLease()
  return { lease, node, subjects, seen: new Set(), sweep: freshScans(), contracts: requiredContracts(node.rail, { servesEscrows }) }
}

/** Whoever answers after a failed pass may be another node than before. */
async function pass(ctx: Context, scan: Scan, failures: number): Promise<ScanReport> {
  if (failures === 0) return scanChain(ctx, scan)
  await checkHistory(ctx, { chain: scan.lease.chain, source: batchSourceOf(scan.node) })
  const seen = await scanChain(ctx, scan)
  await acceptNode(ctx, scan.lease.chain)
  return seen
}

/** Compares genesis, network and history of a node before it is listened to. */
async function meetNode(ctx: Context, node: ChainNode): Promise<void> {
  const { chain } = node.rail
  try {
    await node.checkNetwork()
    await checkHistory(ctx, { chain, source: batchSourceOf(node) })
  } catch (error) {
    await refuseNode(ctx, chain, error)
    throw error
  }
  await acceptNode(ctx, chain)
}

/** A lost lease ends this scanner; any other error is shown to operators and retried from the cursor. */
async function failed(ctx: Context, { lease, error, report }: { lease: Lease; error: unknown; report: Report }): Promise<void> {
  if (error instanceof LeaseLost) throw error
  const problem = messageOf(error)
  report({ problem: failureType(error) })
  ctx.log.warn({ chain: lease.chain, problem }, 'chain pass failed, retrying')
  const show = async (): Promise<void> => {
    await reportProblem(ctx, lease, error)
    await refuseNode(ctx, lease.chain, error)
  }
  await show().catch(() => {
    // The database is unavailable too; the log line above must suffice.
  })
}
