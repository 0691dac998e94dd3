import { ChainUnavailable } from '../../errors.ts'
import type { Receipt } from '../../rail/chain-node.ts'
import type { FeeEstimate } from '../../rail/fee-estimate.ts'
import { type FeeSettings, highest, USUAL_RELAY_INCREMENT } from '../fees.ts'
import { ask, findEach, isNotFound, refusals } from '../rpc/ask.ts'
import type { BitcoinRpc } from '../rpc/rpc.ts'
import { FeeAnswer, FoundTransaction, MempoolInfo } from '../rpc/shapes.ts'
import type { NodeDialect } from './dialect.ts'
import { scanUnspent } from './scan-unspent.ts'

/** Reject reasons that mean the node has this transaction already. Source: `validation.cpp` of Bitcoin Core. */
const KNOWN = /txn-already-known|txn-already-in-mempool|txn-same-nonwitness-data-in-mempool/

/** Bitcoin Core 25 or newer, and relatives with the same RPC. Source: its RPC help. */
export const bitcoinDialect: NodeDialect = {
  isAboveChain: ({ code }) => code === refusals.outOfRange,
  // The node shows blocks of every branch.
  isBlockGone: () => false,
  rawParams: ({ txId, blockHash }) => (blockHash === null ? [txId] : [txId, 0, blockHash]),
  isKnown: ({ message }) => KNOWN.test(message),
  // A low fee, a full mempool or a replacement that pays too little; other codes concern inputs, or fees that are too high.
  isAboutPrice: ({ code, message }) => code === refusals.transactionRejected && /fee|mempool full|replacement/i.test(message),
  estimateFees,
  readReceipts,
  findUnspent: scanUnspent,
}

async function estimateFees(rpc: BitcoinRpc, settings: FeeSettings): Promise<FeeEstimate> {
  const { feerate } = await ask(rpc, { method: 'estimatesmartfee', params: [settings.targetBlocks], shape: FeeAnswer })
  const { mempoolminfee, incrementalrelayfee } = await ask(rpc, { method: 'getmempoolinfo', params: [], shape: MempoolInfo })
  // BTC per 1 000 bytes, counted in satoshis, is milli-satoshis per byte: the factors 1 000 cancel out.
  const milliSatsPerVbyte = highest(feerate ?? settings.fallbackMilliSats, settings.floorMilliSats, mempoolminfee)
  return { family: 'utxo', milliSatsPerVbyte, relayIncrement: incrementalrelayfee ?? USUAL_RELAY_INCREMENT }
}

async function readReceipts(rpc: BitcoinRpc, txIds: readonly string[]): Promise<readonly Receipt[]> {
  const paramSets = txIds.map((txId) => [txId, 2])
  const found = await findEach(rpc, { method: 'getrawtransaction', paramSets, shape: FoundTransaction, absent: isNotFound })
  return txIds.flatMap((txId, at) => {
    const transaction = found[at]
    if (!transaction?.confirmations) return []
    if (transaction.txid !== txId) throw new ChainUnavailable(rpc.chain, 'it sent another transaction than the one asked for')
    // A coinbase has no fee; any other transaction without one means that the node lacks the block's undo records.
    if (transaction.fee === undefined) throw new ChainUnavailable(rpc.chain, 'it does not know the fee of a mined transaction')
    return [{ txId, succeeded: true, feeUnits: transaction.fee }]
  })
}
