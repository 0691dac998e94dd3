import { hasGenesis } from '../definitions/solana.ts'
import { WrongNetwork } from '../errors.ts'
import type { Head } from '../rail/block.ts'
import type { MempoolView } from '../rail/chain-node.ts'
import type { RecoveryNode } from '../rail/recovery-node.ts'
import { openSolanaBatches } from './blocks/open-batches.ts'
import { type BlockReader, readSlot } from './blocks/read-block.ts'
import { inSlot, Key, Lamports, LatestBlockhash } from './blocks/shapes.ts'
import { broadcastSolana } from './broadcast.ts'
import { findHeight, findTransaction, readReceipts } from './find-transaction.ts'
import type { SolanaRail } from './rail.ts'
import { describeOwner, readLamports, readUses } from './read-accounts.ts'
import { estimateSolanaFees } from './read-fees.ts'
import { readLapses } from './read-lapse.ts'
import { createSolanaRpc } from './rpc.ts'

/** Settings of a Solana node. */
export interface SolanaNodeOptions {
  readonly rail: SolanaRail
  /** HTTP endpoint of the JSON-RPC interface; credentials in it are sent as a header and never appear in a message. */
  readonly rpcUrl: string
  /** Called with the method of every call. */
  readonly onCall?: (method: string) => void
}

/** A Solana node as the chain role uses it. */
export type SolanaNode = RecoveryNode & Required<Pick<RecoveryNode, 'openBatches' | 'holdsCode' | 'readUses' | 'readCoins' | 'readLapses'>>

/**
 * The node of Solana, read at `finalized`: what it shows is never taken back. It has no public mempool: a deposit first exists in a block.
 */
export function createSolanaNode({ rail, ...options }: SolanaNodeOptions): SolanaNode {
  const rpc = createSolanaRpc({ chain: rail.chain, ...options })
  const reader = { rail, rpc }
  return {
    rail,
    checkNetwork: () => checkNetwork(reader),
    readHead: () => readHead(reader),
    readBlock: (slot) => readSlot(reader, slot),
    openBatches: () => openSolanaBatches(reader),
    readMempool: () => Promise.resolve(emptyMempool),
    readReceipts: (txIds) => readReceipts(reader, txIds),
    findHeight: (txId) => findHeight(reader, txId),
    findTransaction: (place) => findTransaction(reader, place),
    estimateFees: () => estimateSolanaFees(rpc),
    readBalance: (address) => readBalance(reader, address),
    broadcast: (raw) => broadcastSolana(rpc, raw),
    holdsCode: async (address) => (await describeOwner(reader, address)).problem !== undefined,
    readUses: (addresses) => readUses(reader, addresses),
    readCoins: (addresses) => readLamports(reader, addresses),
    readLapses: (expiring) => readLapses(rpc, expiring),
  }
}

const emptyMempool: MempoolView = { txIds: new Set(), transfers: [], inputs: [] }

async function checkNetwork({ rail, rpc }: BlockReader): Promise<void> {
  const hash = await rpc.call({ method: 'getGenesisHash', params: [], shape: Key })
  if (!hasGenesis(rail.definition, hash)) throw new WrongNetwork(rail.chain, rail.network, hash)
}

/** The newest final block: its own blockhash is the newest one that no fork can take away. */
async function readHead({ rpc }: BlockReader): Promise<Head> {
  const { context, value } = await rpc.call({ method: 'getLatestBlockhash', params: [{ commitment: 'finalized' }], shape: LatestBlockhash })
  return { height: context.slot, hash: value.blockhash, finalizedHeight: context.slot }
}

async function readBalance({ rpc }: BlockReader, address: string): Promise<bigint> {
  const { value } = await rpc.call({ method: 'getBalance', params: [address, { commitment: 'finalized' }], shape: inSlot(Lamports) })
  return BigInt(value)
}
