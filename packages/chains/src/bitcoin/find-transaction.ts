import { ChainUnavailable } from '../errors.ts'
import type { StoredTransaction, TransactionPlace } from '../rail/recovery-node.ts'
import { dialectOf } from './dialects/dialect-of.ts'
import { findEach, isNotFound } from './rpc/ask.ts'
import type { MempoolSource } from './mempool.ts'
import { HexBytes } from './rpc/shapes.ts'
import { findTransactionId, RawTransaction, readEffects } from './transaction.ts'

/**
 * A mined or pooled transaction; undefined when the node does not have it.
 * @throws {ChainUnavailable} when the bytes are another transaction.
 */
export async function findTransaction({ rpc, network }: MempoolSource, place: TransactionPlace): Promise<StoredTransaction | undefined> {
  const { txId } = place
  const paramSets = [dialectOf(network).rawParams(place)]
  const [raw] = await findEach(rpc, { method: 'getrawtransaction', paramSets, shape: HexBytes, absent: isNotFound })
  if (!raw) return undefined
  if (findTransactionId(raw) !== txId) throw new ChainUnavailable(network.chain, 'it sent another transaction than the one asked for')
  const { inputs, transfers } = readEffects(network, txId, RawTransaction.decode(raw))
  return { txId, raw, inputs: inputs.map(({ resource, sequence }) => ({ resource, sequence })), transfers, calls: null }
}
