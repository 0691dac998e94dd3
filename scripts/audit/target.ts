import type { Nodes } from '@gateway/operations/invariants/reconciliation/node-balances'
import { readDevFile } from '../stack/dev-file.ts'

/** The target of an audit: a database, and nodes to compare it with. */
export interface Target {
  readonly databaseUrl: string
  readonly nodes: Nodes
}

/**
 * The database of `DATABASE_URL` with the nodes of `BTC_RPC_URL` and `ETH_RPC_URL`; without it, the running development stack of `DATA_DIR`.
 *
 * @throws {Error} without either.
 */
export function findTarget(environment: Readonly<Record<string, string | undefined>>): Target {
  const databaseUrl = environment['DATABASE_URL']
  if (databaseUrl) return { databaseUrl, nodes: namedNodes(environment) }
  const { postgres, chains } = readDevFile(environment)
  return { databaseUrl: postgres, nodes: chains }
}

function namedNodes(environment: Readonly<Record<string, string | undefined>>): Nodes {
  const { BTC_RPC_URL, ETH_RPC_URL, ETH_USDC_ADDRESS } = environment
  return {
    BTC: BTC_RPC_URL ? { rpc: BTC_RPC_URL } : undefined,
    ETH: ETH_RPC_URL ? { rpc: ETH_RPC_URL, tokens: { ...(ETH_USDC_ADDRESS && { USDC_ETH: ETH_USDC_ADDRESS }) } } : undefined,
  }
}
