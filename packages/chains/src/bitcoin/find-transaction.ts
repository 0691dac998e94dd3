import { ChainUnavailable } from '../errors.ts'
import type { StoredTransaction, TransactionPlace } from '../rail/recovery-node.ts'
import { dialectOf } from './dialects/dialect-of.ts'
import { ask, findEach, isNotFound } from './rpc/ask.ts'
import type { MempoolSource } from './mempool.ts'
import { Hash, HeaderPlace, HexBytes, TransactionBlock } from './rpc/shapes.ts'
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

/** The height of a mined transaction's block. @throws {ChainUnavailable} when the node answers with another transaction. */
export async function findHeight({ rpc, network }: MempoolSource, txId: string): Promise<number | undefined> {
  if (!Hash.safeParse(txId).success) return undefined
  const paramSets = [[txId, 1]]
  const [found] = await findEach(rpc, { method: 'getrawtransaction', paramSets, shape: TransactionBlock, absent: isNotFound })
  // An orphaned block has no confirmations.
  if (!found?.blockhash || !found.confirmations || found.confirmations < 0) return undefined
  if (found.txid !== txId) throw new ChainUnavailable(network.chain, 'it sent another transaction than the one asked for')
  const { height } = await ask(rpc, { method: 'getblockheader', params: [found.blockhash, true], shape: HeaderPlace })
  return height
}
