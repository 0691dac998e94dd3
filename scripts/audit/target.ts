import { evmChains, isEvmChain } from '@gateway/chains/definitions/evm'
import { createReconciliationNode } from '@gateway/chains/nodes'
import type { ReconciliationNode } from '@gateway/chains/reconciliation'
import { type ServedChain, servedChains } from '@gateway/chains/settings'
import { devnetChains } from '@gateway/devnet/chains'
import { readDevFile } from '../stack/dev-file.ts'

/** The target of an audit: a database, and nodes to compare it with. */
export interface Target {
  readonly databaseUrl: string
  readonly nodes: readonly ReconciliationNode[]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The database of `DATABASE_URL` with the nodes of `BTC_RPC_URL`, `ETH_RPC_URL` and so on; without it, the running development stack of `DATA_DIR`.
 *
 * @throws {Error} without either.
 */
export function findTarget(environment: Environment): Target {
  const databaseUrl = environment['DATABASE_URL']
  if (databaseUrl) return { databaseUrl, nodes: servedChains.flatMap((chain) => namedNode(environment, chain)) }
  const { postgres, chains } = readDevFile(environment)
  const nodes = devnetChains.map((chain) => {
    const { rpc: rpcUrl, tokens = {} } = chains[chain]
    return createReconciliationNode(chain, { rpcUrl, tokens })
  })
  return { databaseUrl: postgres, nodes }
}

function namedNode(environment: Environment, chain: ServedChain): ReconciliationNode[] {
  const rpcUrl = environment[`${chain}_RPC_URL`]
  const usdc = environment[`${chain}_USDC_ADDRESS`]
  const tokens = isEvmChain(chain) && usdc ? { [evmChains[chain].usdc]: usdc } : {}
  return rpcUrl ? [createReconciliationNode(chain, { rpcUrl, tokens })] : []
}
