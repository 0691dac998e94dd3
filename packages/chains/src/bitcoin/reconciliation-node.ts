import type { ChainCode } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { ChainUnavailable } from '../errors.ts'
import type { Place, ReconciliationNode, ReconciliationNodeSettings, UnspentOutput } from '../reconciliation.ts'
import { findEach } from './rpc/ask.ts'
import { type BitcoinRpc, createBitcoinRpc } from './rpc/rpc.ts'

/** The node scans its whole unspent set, which takes minutes on a large chain. */
const SCAN_MS = 600_000

/** A node of Bitcoin's family as the reconciliation asks it. */
export function createBitcoinReconciliationNode(
  chain: ChainCode,
  { rpcUrl }: Pick<ReconciliationNodeSettings, 'rpcUrl'>,
): ReconciliationNode {
  const rpc = createBitcoinRpc({ chain, rpcUrl })
  const slowRpc = createBitcoinRpc({ chain, rpcUrl, timeoutMs: SCAN_MS })
  return {
    chain,
    assets: [chain],
    readUnits: (places) => readUnits(rpc, places),
    findOutputs: (addresses) => findOutputs(slowRpc, addresses),
  }
}

const Output = z.looseObject({ bestblock: z.string() }).nullable()

async function readUnits(rpc: BitcoinRpc, places: readonly Place[]): Promise<readonly bigint[]> {
  const paramSets = places.map(({ txId, vout }) => [txId, vout, false])
  const outputs = await findEach(rpc, { method: 'gettxout', paramSets, shape: Output })
  // An outpoint is unspent as a whole or not at all; the node answers null for a spent one.
  return places.map(({ units }, index) => (outputs[index] ? BigInt(units) : 0n))
}

const Scanned = z.object({ unspents: z.array(z.object({ txid: z.string(), vout: z.int(), height: z.int(), desc: z.string() })) })

async function findOutputs(rpc: BitcoinRpc, addresses: readonly string[]): Promise<readonly UnspentOutput[]> {
  const descriptors = addresses.map((address) => `addr(${address})`)
  const [answer] = await rpc.send([{ method: 'scantxoutset', params: ['start', descriptors] }])
  const scanned = Scanned.safeParse(answer && 'result' in answer ? answer.result : undefined)
  if (!scanned.success) throw new ChainUnavailable(rpc.chain, 'it does not report its unspent outputs')
  return scanned.data.unspents.map(({ txid, vout, height, desc }) => ({
    ref: `${txid}:${vout}`,
    address: /\((\w+)\)/.exec(desc)?.[1] ?? '',
    asset: rpc.chain,
    height,
  }))
}
