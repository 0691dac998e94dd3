import type { ReconciliationNode } from '@gateway/chains/reconciliation'
import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '@gateway/operations/kernel/context'
import { reconcileChainDue } from '@gateway/operations/invariants/reconciliation/reconcile-chain'
import { setTimeout as pause } from 'node:timers/promises'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 60_000
const READ_ON_MS = 60_000

/** Regularly compares the coins of the ledger with the balances at a chain's node. */
export function openReconciliation(ctx: Context, node: ReconciliationNode): RunningRole {
  return recurring(LOOK_EVERY_MS, (signal) =>
    reconcileChainDue(ctx, { node, waitForBlocks: () => pause(READ_ON_MS, undefined, { signal }) }).catch((error: unknown) =>
      ctx.log.warn({ chain: node.chain, problem: messageOf(error) }, 'coin check failed'),
    ),
  )
}
