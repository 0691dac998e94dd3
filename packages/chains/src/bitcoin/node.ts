import { type BitcoinNetwork, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { ChainUnavailable, WrongNetwork } from '../errors.ts'
import type { Block, Head, Rail, Receipt, RecoveryNode } from '../rail.ts'
import { ask, findEach, refusals } from './rpc/ask.ts'
import { decodeBlock } from './block.ts'
import { broadcastBitcoin } from './broadcast.ts'
import { type FeeSettings, defaultFeeSettings, estimateBitcoinFees } from './fees.ts'
import { findTransaction } from './find-transaction.ts'
import { readMempool } from './mempool.ts'
import { COINBASE_MATURITY } from './transaction.ts'
import { type BitcoinRpc, type RpcSettings, createBitcoinRpc } from './rpc/rpc.ts'
import { ChainInfo, FoundTransaction, Hash, HexBytes, Unspents } from './rpc/shapes.ts'

/** Settings of a Bitcoin node: `rail` decides the network, `fees` the estimates. */
export interface BitcoinNodeSettings extends Omit<RpcSettings, 'chain'> {
  readonly rail: Rail
  readonly fees?: Partial<FeeSettings> | undefined
}

/**
 * A bitcoind (Bitcoin Core 25 or newer, or a relative with the same RPC) with `-txindex=1` and `-server=1`, as the chain role uses it.
 * Blocks arrive as bytes and are proved against the requested hash. Source: the RPC help of Bitcoin Core.
 */
export function createBitcoinNode({ rail, fees, ...endpoint }: BitcoinNodeSettings): RecoveryNode {
  const network = getBitcoinNetwork(rail.chain, rail.network)
  const rpc = createBitcoinRpc({ chain: rail.chain, ...endpoint })
  return {
    rail,
    checkNetwork: () => checkNetwork(rpc, network),
    readHead: () => readHead(rpc, network),
    readBlock: (height) => readBlock(rpc, network, height),
    readMempool: (seen) => readMempool({ rpc, network }, seen),
    readReceipts: (txIds) => readReceipts(rpc, txIds),
    findTransaction: (place) => findTransaction({ rpc, network }, place),
    estimateFees: () => estimateBitcoinFees(rpc, { ...defaultFeeSettings, ...fees }),
    readBalance: (address) => readBalance(rpc, address),
    broadcast: (raw) => broadcastBitcoin(rpc, raw),
  }
}

async function checkNetwork(rpc: BitcoinRpc, network: BitcoinNetwork): Promise<void> {
  await readHead(rpc, network)
  const genesis = await ask(rpc, { method: 'getblockhash', params: [0], shape: Hash })
  if (genesis !== network.genesisHash) throw new WrongNetwork(network.chain, `${network.name} with genesis ${network.genesisHash}`, genesis)
}

async function readHead(rpc: BitcoinRpc, network: BitcoinNetwork): Promise<Head> {
  const info = await ask(rpc, { method: 'getblockchaininfo', params: [], shape: ChainInfo })
  if (info.chain !== network.nodeChain) throw new WrongNetwork(network.chain, network.nodeChain, info.chain)
  return { height: info.blocks, hash: info.bestblockhash, finalizedHeight: undefined }
}

async function readBlock(rpc: BitcoinRpc, network: BitcoinNetwork, height: number): Promise<Block | undefined> {
  const [hash] = await findEach(rpc, { method: 'getblockhash', paramSets: [[height]], shape: Hash, absent: refusals.outOfRange })
  if (hash === undefined) return undefined
  const raw = await ask(rpc, { method: 'getblock', params: [hash, 0], shape: HexBytes })
  try {
    return decodeBlock(network, { height, hash, raw })
  } catch (cause) {
    throw new ChainUnavailable(network.chain, `its block ${height} cannot be true`, cause)
  }
}

async function readReceipts(rpc: BitcoinRpc, txIds: readonly string[]): Promise<readonly Receipt[]> {
  const survey = {
    method: 'getrawtransaction',
    paramSets: txIds.map((txId) => [txId, 2]),
    shape: FoundTransaction,
    absent: refusals.notFound,
  }
  const found = await findEach(rpc, survey)
  return txIds.flatMap((txId, at) => {
    const transaction = found[at]
    if (!transaction?.confirmations) return []
    if (transaction.txid !== txId) throw new ChainUnavailable(rpc.chain, 'it sent another transaction than the one asked for')
    // A coinbase has no fee; any other transaction without one means that the node lacks the block's undo records.
    if (transaction.fee === undefined) throw new ChainUnavailable(rpc.chain, 'it does not know the fee of a mined transaction')
    return [{ txId, succeeded: true, feeUnits: transaction.fee }]
  })
}

async function readBalance(rpc: BitcoinRpc, address: string): Promise<bigint> {
  const scan = await ask(rpc, { method: 'scantxoutset', params: ['start', [`addr(${address})`]], shape: Unspents })
  const spendable = scan.unspents.filter(({ coinbase, height }) => !coinbase || scan.height + 1 - height >= COINBASE_MATURITY)
  return spendable.reduce((sum, { amount }) => sum + amount, 0n)
}
