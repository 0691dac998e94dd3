import type { BitcoinNetwork } from '../../definitions/bitcoin.ts'
import { ChainUnavailable, LeftBitcoin } from '../../errors.ts'
import type { Receipt } from '../../rail/chain-node.ts'
import type { FeeEstimate } from '../../rail/fee-estimate.ts'
import { type FeeSettings, highest, LEAST_RELAY_INCREMENT } from '../fees.ts'
import { ask, findEach, isNotFound, refusals } from '../rpc/ask.ts'
import type { BitcoinRpc } from '../rpc/rpc.ts'
import { FeeAnswer, FoundTransaction, MempoolInfo, NetworkInfo } from '../rpc/shapes.ts'
import type { NodeDialect } from './dialect.ts'
import { scanUnspent } from './scan-unspent.ts'

/** Reject reasons that mean the node has this transaction already. Source: `validation.cpp` of Bitcoin Core. */
const KNOWN = /txn-already-known|txn-already-in-mempool|txn-same-nonwitness-data-in-mempool/

/** Bitcoin Core 29 or newer; on regtest also Bitcoin Knots, which is another chain elsewhere. Source: its RPC help. */
export const bitcoinDialect: NodeDialect = {
  checkSoftware: refuseKnots,
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

/** The first release that enforces BIP-110, by which Bitcoin Knots left Bitcoin at block 961 632. Source: its release notes. */
const FIRST_OTHER_KNOTS = 20_260_508

async function refuseKnots(rpc: BitcoinRpc, { name }: BitcoinNetwork): Promise<void> {
  if (name === 'regtest') return
  const { subversion } = await ask(rpc, { method: 'getnetworkinfo', params: [], shape: NetworkInfo })
  const release = /\bKnots:(\d{8})/.exec(subversion)?.[1]
  if (Number(release ?? 0) >= FIRST_OTHER_KNOTS) throw new LeftBitcoin(rpc.chain, `it is ${subversion.slice(0, 100)}`)
}

/** The node's estimate, and never below what it relays: less than a satoshi per byte since Bitcoin Core 29.1. */
async function estimateFees(rpc: BitcoinRpc, { targetBlocks, fallbackMilliSats }: FeeSettings): Promise<FeeEstimate> {
  const { feerate } = await ask(rpc, { method: 'estimatesmartfee', params: [targetBlocks], shape: FeeAnswer })
  const { mempoolminfee, minrelaytxfee, incrementalrelayfee } = await ask(rpc, { method: 'getmempoolinfo', params: [], shape: MempoolInfo })
  // BTC per 1 000 bytes, counted in satoshis, is milli-satoshis per byte: the factors 1 000 cancel out.
  const milliSatsPerVbyte = highest(feerate ?? fallbackMilliSats, mempoolminfee, minrelaytxfee)
  return { family: 'utxo', milliSatsPerVbyte, relayIncrement: highest(incrementalrelayfee, LEAST_RELAY_INCREMENT) }
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
