import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import { ChainUnavailable } from '../errors.ts'
import type { MempoolView } from '../rail/chain-node.ts'
import { ask, findEach, isNotFound } from './rpc/ask.ts'
import type { BitcoinRpc } from './rpc/rpc.ts'
import { HexBytes, MempoolIds } from './rpc/shapes.ts'
import { RawTransaction, type TransactionEffects, displayHash, readEffects, transactionHash } from './transaction.ts'

/** The source of the mempool reader. */
export interface MempoolSource {
  readonly rpc: BitcoinRpc
  readonly network: BitcoinNetwork
}

/**
 * Reads the mempool: every id, and the contents of unseen ones.
 * A transaction that disappears between the two calls is omitted from the ids too, so that it counts as unseen when it reappears.
 * @throws {ChainUnavailable} also when the node sends another transaction than requested.
 */
export async function readMempool({ rpc, network }: MempoolSource, seen: ReadonlySet<string>): Promise<MempoolView> {
  const ids = new Set(await ask(rpc, { method: 'getrawmempool', params: [], shape: MempoolIds }))
  const unseen = [...ids].filter((id) => !seen.has(id))
  const found = await findEach(rpc, {
    method: 'getrawtransaction',
    paramSets: unseen.map((id) => [id]),
    shape: HexBytes,
    absent: isNotFound,
  })
  const effects = unseen.flatMap((id, at) => {
    const raw = found[at]
    if (!raw) ids.delete(id)
    return raw ? [readTransaction(network, id, raw)] : []
  })
  // Tokens that this version does not credit are told of once they are mined.
  const transfers = effects.flatMap((effect) => effect.transfers.filter(({ asset }) => asset !== null))
  return { txIds: ids, transfers, inputs: effects.flatMap(({ inputs }) => inputs) }
}

function readTransaction(network: BitcoinNetwork, txId: string, raw: Uint8Array): TransactionEffects {
  const transaction = decode(network, raw)
  if (displayHash(transactionHash(transaction)) !== txId)
    throw new ChainUnavailable(network.chain, 'it sent another transaction than the one asked for')
  return readEffects(network, txId, transaction)
}

function decode({ chain }: BitcoinNetwork, raw: Uint8Array): RawTransaction {
  try {
    return RawTransaction.decode(raw)
  } catch (cause) {
    throw new ChainUnavailable(chain, 'it sent bytes that are no transaction', cause)
  }
}
