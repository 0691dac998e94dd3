import { messageOf } from '@gateway/domain/kernel/error'
import type { ChainNode } from '@gateway/chains/rail'
import { LeaseLost } from '@gateway/domain/chainwatch/errors'
import { type Lease, takeLease } from '@gateway/operations/chainwatch/cursor/cursor'
import { reportProblem } from '@gateway/operations/chainwatch/cursor/report-progress'
import { type Scan, scanChain } from '@gateway/operations/chainwatch/scanner/scan-chain'
import { freshScans } from '@gateway/operations/chainwatch/internal-transfers/scan-balances'
import type { Context } from '@gateway/operations/kernel/context'
import { type CountingNode, guardGasPayer } from '@gateway/operations/custody/treasury/guard-gas-payer'
import { openTreasury } from '@gateway/operations/custody/treasury/open-treasury'
import { treasurySubject } from '@gateway/operations/custody/treasury/treasury-subject'
import { paymentOwner } from '@gateway/operations/payments/assessment/payment-subject'
import type { ScannerActivities } from '@gateway/workflows/chainwatch/activities'
import { activityInfo, cancellationSignal } from '@temporalio/activity'
import { failureType } from '../activity-errors.ts'
import { type Report, withHeartbeat } from '../with-heartbeat.ts'

/** One chain of this process. */
export interface WatchedChain {
  readonly node: ChainNode & CountingNode
  readonly pollMs: number
  /** The key that pays gas there, if any. */
  readonly relayerAddress: string | undefined
  /** Called when this process takes the chain over. */
  readonly onLease: () => void
  /** Resolves when the signer has stored something to send, or after `ms`. */
  waitForNews(ms: number): Promise<void>
}

const subjects = { payment: paymentOwner, treasury: treasurySubject }

const SCAN_MS = 50 * 60 * 1_000
const MOST_BACKOFF_MS = 2_000

/**
 * How long a chain is left alone after so many failed passes, in milliseconds: twice as long each time, but never so long that what is signed waits
 * for a node that has long been back. A pass that fails asks for less than one that does not.
 */
export const backoffMs = (pollMs: number, failures: number): number =>
  Math.max(pollMs, Math.min(MOST_BACKOFF_MS, pollMs * 2 ** Math.min(failures, 6)))

/** Work of the chain role. */
export const scannerActivities = (ctx: Context, chain: WatchedChain): ScannerActivities => ({
  scanBlocks: () => withHeartbeat((report) => scanOn(ctx, chain, report)),
})

async function scanOn(ctx: Context, chain: WatchedChain, report: Report): Promise<void> {
  report({ attempt: activityInfo().attempt })
  const scan = await openScan(ctx, chain)
  const endsAt = performance.now() + SCAN_MS
  let failures = 0
  while (performance.now() < endsAt && !cancellationSignal().aborted) {
    const pauseMs = await scanChain(ctx, scan).then(
      (seen) => ((failures = 0), report({ ...seen }), seen.lagBlocks > 0 ? 0 : chain.pollMs),
      (error: unknown) => failed(ctx, { lease: scan.lease, error, report }).then(() => backoffMs(chain.pollMs, failures++)),
    )
    if (pauseMs > 0) await chain.waitForNews(pauseMs)
  }
  cancellationSignal().throwIfAborted()
}

async function openScan(ctx: Context, { node, relayerAddress, onLease }: WatchedChain): Promise<Scan> {
  // A foreign node must not even leave its first block or its balance in our rows.
  await node.checkNetwork()
  const lease = await takeLease(ctx, node)
  if (relayerAddress !== undefined) {
    await guardGasPayer(ctx, node, relayerAddress)
    await openTreasury(ctx, node, relayerAddress)
  }
  onLease()
  return { lease, node, subjects, seen: new Set(), sweep: freshScans() }
}

/** A lost lease ends this scanner; anything else is shown to operators and tried again from the cursor. */
async function failed(ctx: Context, { lease, error, report }: { lease: Lease; error: unknown; report: Report }): Promise<void> {
  if (error instanceof LeaseLost) throw error
  const problem = messageOf(error)
  report({ problem: failureType(error) })
  ctx.log.warn({ chain: lease.chain, problem }, 'a pass over the chain failed and will be repeated')
  await reportProblem(ctx, lease, error).catch(() => {
    // The database itself is away; the log line above is all that can be said.
  })
}
