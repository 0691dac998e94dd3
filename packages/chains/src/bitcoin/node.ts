import { sumUnits } from '@gateway/domain/money/units'
import { type BitcoinNetwork, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { ChainUnavailable, WrongNetwork } from '../errors.ts'
import type { Rail } from '../rail.ts'
import type { Block, Head } from '../rail/block.ts'
import type { RecoveryNode } from '../rail/recovery-node.ts'
import { ask, findEach } from './rpc/ask.ts'
import { decodeBlock } from './block.ts'
import { broadcastBitcoin } from './broadcast.ts'
import { dialectOf } from './dialects/dialect-of.ts'
import { type FeeSettings, defaultFeeSettings } from './fees.ts'
import { findTransaction } from './find-transaction.ts'
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
    findTransaction: (place) => findTransaction({ rpc, network }, place),
    estimateFees: () => dialect.estimateFees(rpc, { ...defaultFeeSettings, ...fees }),
    readBalance: (address) => readBalance(rpc, network, address),
    broadcast: (raw) => broadcastBitcoin({ rpc, network }, raw),
  }
}

async function checkNetwork(rpc: BitcoinRpc, network: BitcoinNetwork): Promise<void> {
  await readHead(rpc, network)
  const genesis = await ask(rpc, { method: 'getblockhash', params: [0], shape: Hash })
  if (genesis !== network.genesisHash) throw new WrongNetwork(network.chain, `${network.name} with genesis ${network.genesisHash}`, genesis)
  if (network.ownBlock) await checkOwnBlock(rpc, network, network.ownBlock)
}

/** A node of Bitcoin answers like one of Bitcoin Cash up to the block at which the chains parted. */
async function checkOwnBlock(rpc: BitcoinRpc, network: BitcoinNetwork, own: NonNullable<BitcoinNetwork['ownBlock']>): Promise<void> {
  const { isAboveChain } = dialectOf(network)
  const [hash] = await findEach(rpc, { method: 'getblockhash', paramSets: [[own.height]], shape: Hash, absent: isAboveChain })
  if (hash === undefined) throw new ChainUnavailable(network.chain, `it has not caught up with block ${own.height} yet`)
  if (hash !== own.hash) throw new WrongNetwork(network.chain, `${network.name} with block ${own.hash}`, hash)
}

async function readHead(rpc: BitcoinRpc, network: BitcoinNetwork): Promise<Head> {
  const info = await ask(rpc, { method: 'getblockchaininfo', params: [], shape: ChainInfo })
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
