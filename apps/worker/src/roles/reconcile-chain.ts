import type { NodesEnv } from '@gateway/chains/env'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { Rail } from '@gateway/chains/rail'
import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '@gateway/operations/kernel/context'
import type { Nodes } from '@gateway/operations/invariants/reconciliation/node-balances'
import { reconcileChainDue } from '@gateway/operations/invariants/reconciliation/reconcile-chain'
import { setTimeout as pause } from 'node:timers/promises'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 60_000
const READ_ON_MS = 60_000

/** Regularly compares the coins of the ledger with the balances at a chain's node. */
export function openReconciliation(ctx: Context, { rail, settings }: { rail: Rail; settings: NodesEnv }): RunningRole {
  const nodes = nodesOf(rail, settings)
  return recurring(LOOK_EVERY_MS, (signal) =>
    reconcileChainDue(ctx, { chain: rail.chain, nodes, waitForBlocks: () => pause(READ_ON_MS, undefined, { signal }) }).catch(
      (error: unknown) => ctx.log.warn({ chain: rail.chain, problem: messageOf(error) }, 'coin check failed'),
    ),
  )
}

function nodesOf(rail: Rail, { BTC_RPC_URL, ETH_RPC_URL }: NodesEnv): Nodes {
  if (!isEvmRail(rail)) return BTC_RPC_URL === undefined ? {} : { BTC: { rpc: BTC_RPC_URL } }
  const tokens = Object.fromEntries(
    rail.assets.flatMap((asset) => (rail.tokenOf(asset) === null ? [] : [[asset, String(rail.tokenOf(asset))]])),
  )
  return ETH_RPC_URL === undefined ? {} : { ETH: { rpc: ETH_RPC_URL, tokens } }
}
