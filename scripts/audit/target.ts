import { evmChains, isEvmChain } from '@gateway/chains/definitions/evm'
import { isSolanaChain, solanaChains } from '@gateway/chains/definitions/solana'
import { createReconciliationNode } from '@gateway/chains/nodes'
import type { ReconciliationNode } from '@gateway/chains/reconciliation'
import { type ServedChain, servedChains } from '@gateway/chains/settings'
import { chainsOf } from '../stack/each-chain.ts'
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
  const nodes = chainsOf(chains).flatMap((chain) => {
    const { rpc: rpcUrl, tokens = {} } = chains[chain] ?? {}
    return rpcUrl === undefined ? [] : [createReconciliationNode(chain, { rpcUrl, tokens })]
  })
  return { databaseUrl: postgres, nodes }
}

function namedNode(environment: Environment, chain: ServedChain): ReconciliationNode[] {
  const rpcUrl = environment[`${chain}_RPC_URL`]
  const usdc = environment[usdcSettingOf(chain)]
  const asset = isEvmChain(chain) ? evmChains[chain].usdc : isSolanaChain(chain) ? solanaChains[chain].usdc : undefined
  return rpcUrl ? [createReconciliationNode(chain, { rpcUrl, tokens: asset && usdc ? { [asset]: usdc } : {} })] : []
}

/** The setting with the contract or mint of a chain's USDC. */
export const usdcSettingOf = (chain: ServedChain): string => `${chain}_USDC_${isSolanaChain(chain) ? 'MINT' : 'ADDRESS'}`
