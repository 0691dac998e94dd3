import { sumUnits } from '@gateway/domain/money/units'
import { type BitcoinNetwork, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { ChainUnavailable, LeftBitcoin, WrongNetwork } from '../errors.ts'
import type { Rail } from '../rail.ts'
import type { Block, Head } from '../rail/block.ts'
import type { RecoveryNode } from '../rail/recovery-node.ts'
import { ask, findEach } from './rpc/ask.ts'
import { decodeBlock } from './block.ts'
import { broadcastBitcoin } from './broadcast.ts'
import { dialectOf } from './dialects/dialect-of.ts'
import { type FeeSettings, defaultFeeSettings } from './fees.ts'
import { findHeight, findTransaction } from './find-transaction.ts'
import { readMempool } from './mempool.ts'
import { COINBASE_MATURITY } from './transaction.ts'
import { type BitcoinRpc, type RpcSettings, createBitcoinRpc } from './rpc/rpc.ts'
import { ChainInfo, Hash, HexBytes } from './rpc/shapes.ts'

/** Settings of a Bitcoin node: `rail` decides the network, `fees` the estimates. */
export interface BitcoinNodeSettings extends Omit<RpcSettings, 'chain'> {
  readonly rail: Rail
  readonly fees?: Partial<FeeSettings> | undefined
}

/**
 * A node of the family with an index of transactions (bitcoind: `-txindex=1 -server=1`), as the chain role uses it.
 * Blocks arrive as bytes and are proved against the requested hash.
 */
export function createBitcoinNode({ rail, fees, ...endpoint }: BitcoinNodeSettings): RecoveryNode {
  const network = getBitcoinNetwork(rail.chain, rail.network)
  const dialect = dialectOf(network)
  const rpc = createBitcoinRpc({ chain: rail.chain, ...endpoint })
  return {
    rail,
    checkNetwork: () => checkNetwork(rpc, network),
    readHead: () => readHead(rpc, network),
    readBlock: (height) => readBlock(rpc, network, height),
    readMempool: (seen) => readMempool({ rpc, network }, seen),
    readReceipts: (txIds) => dialect.readReceipts(rpc, txIds),
    findHeight: (txId) => findHeight({ rpc, network }, txId),
    findTransaction: (place) => findTransaction({ rpc, network }, place),
    estimateFees: () => dialect.estimateFees(rpc, { ...defaultFeeSettings, ...fees }),
    readBalance: (address) => readBalance(rpc, network, address),
    broadcast: (raw) => broadcastBitcoin({ rpc, network }, raw),
  }
}

/** Nodes of other chains answer alike up to the block at which the chains parted. */
async function checkNetwork(rpc: BitcoinRpc, network: BitcoinNetwork): Promise<void> {
  const { isAboveChain, checkSoftware } = dialectOf(network)
  await readHead(rpc, network)
  await checkSoftware(rpc, network)
  const own = [{ height: 0, hash: network.genesisHash }, ...(network.ownBlocks ?? [])]
  const paramSets = own.map(({ height }) => [height])
  const hashes = await findEach(rpc, { method: 'getblockhash', paramSets, shape: Hash, absent: isAboveChain })
  for (const [at, { height, hash }] of own.entries()) {
    const actual = hashes[at]
    if (actual === undefined) throw new ChainUnavailable(network.chain, `it has not caught up with block ${height} yet`)
    const named = (block: string): string => `${network.name} with block ${height} ${block}`
    if (actual !== hash) throw new WrongNetwork(network.chain, named(hash), named(actual))
  }
}

async function readHead(rpc: BitcoinRpc, network: BitcoinNetwork): Promise<Head> {
  const info = await ask(rpc, { method: 'getblockchaininfo', params: [], shape: ChainInfo })
  if (info.difficulty_blake2b !== undefined) throw new LeftBitcoin(network.chain, 'it answers difficulty_blake2b')
  if (!network.nodeChains.includes(info.chain)) throw new WrongNetwork(network.chain, network.name, info.chain)
  return { height: info.blocks, hash: info.bestblockhash, finalizedHeight: undefined }
}

async function readBlock(rpc: BitcoinRpc, network: BitcoinNetwork, height: number): Promise<Block | undefined> {
  const { isAboveChain, isBlockGone } = dialectOf(network)
  const [hash] = await findEach(rpc, { method: 'getblockhash', paramSets: [[height]], shape: Hash, absent: isAboveChain })
  if (hash === undefined) return undefined
  const [raw] = await findEach(rpc, { method: 'getblock', paramSets: [[hash, 0]], shape: HexBytes, absent: isBlockGone })
  if (!raw) return undefined
  try {
    return decodeBlock(network, { height, hash, raw })
  } catch (cause) {
    throw new ChainUnavailable(network.chain, `its block ${height} cannot be true`, cause)
  }
}

async function readBalance(rpc: BitcoinRpc, network: BitcoinNetwork, address: string): Promise<bigint> {
  const { height, outputs } = await dialectOf(network).findUnspent(rpc, [address])
  return sumUnits(outputs.filter(({ isReward, height: minedAt }) => !isReward || height + 1 - minedAt >= COINBASE_MATURITY))
}
