import { z } from 'zod'
import type { BitcoinChain } from '../definitions/bitcoin.ts'
import type { Place, ReconciliationNode, ReconciliationNodeSettings, UnspentOutput } from '../reconciliation.ts'
import { dialectOf } from './dialects/dialect-of.ts'
import { findEach } from './rpc/ask.ts'
import { type BitcoinRpc, createBitcoinRpc } from './rpc/rpc.ts'
import { outpoint } from './transaction.ts'

/** The node scans its whole unspent set, which takes minutes on a large chain. */
const SCAN_MS = 600_000

/** A node of Bitcoin's family as the reconciliation asks it. */
export function createBitcoinReconciliationNode(
  chain: BitcoinChain,
  { rpcUrl }: Pick<ReconciliationNodeSettings, 'rpcUrl'>,
): ReconciliationNode {
  const rpc = createBitcoinRpc({ chain, rpcUrl })
  const slowRpc = createBitcoinRpc({ chain, rpcUrl, timeoutMs: SCAN_MS })
  return {
    chain,
    assets: [chain],
    readUnits: (places) => readUnits(rpc, places),
    findOutputs: (addresses) => findOutputs(slowRpc, chain, addresses),
  }
}

const Output = z.looseObject({ bestblock: z.string() }).nullable()

async function readUnits(rpc: BitcoinRpc, places: readonly Place[]): Promise<readonly bigint[]> {
  const paramSets = places.map(({ txId, vout }) => [txId, vout, false])
  const outputs = await findEach(rpc, { method: 'gettxout', paramSets, shape: Output })
  // An outpoint is unspent as a whole or not at all; the node answers null for a spent one.
  return places.map(({ units }, index) => (outputs[index] ? BigInt(units) : 0n))
}

async function findOutputs(rpc: BitcoinRpc, chain: BitcoinChain, addresses: readonly string[]): Promise<readonly UnspentOutput[]> {
  const { outputs } = await dialectOf({ chain }).findUnspent(rpc, addresses)
  return outputs.map(({ txId, vout, address, height }) => ({ ref: outpoint(txId, vout), address, asset: chain, height }))
}
