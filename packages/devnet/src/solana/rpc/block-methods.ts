import { blockAt, devnetGenesisHash, type Ledger, type LedgerBlock } from '../ledger/ledger.ts'
import { BLOCKHASH_BLOCKS, isRecent } from '../ledger/submit.ts'
import { encodeTransaction } from './encode-transaction.ts'
import { inContext, type Methods } from './method.ts'
import { type Config, configAt, numberAt, textAt } from './params.ts'
import { RpcError, rpcCodes } from './rpc-error.ts'

/** Methods that read slots, blocks and blockhashes. */
export const blockMethods: Methods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'feature-set': 1, 'solana-core': '3.0.0' }),
  getGenesisHash: () => devnetGenesisHash,
  getSlot: (ledger, params) => blockAt(ledger, configAt(params, 0).commitment).slot,
  getBlockHeight: (ledger, params) => blockAt(ledger, configAt(params, 0).commitment).height,
  getFirstAvailableBlock: () => 0,
  getEpochInfo: (ledger, params) => epochOf(ledger, blockAt(ledger, configAt(params, 0).commitment)),
  getLatestBlockhash: (ledger, params) => {
    const config = configAt(params, 0)
    const { hash, height } = blockAt(ledger, config.commitment)
    return inContext(ledger, config, { blockhash: hash, lastValidBlockHeight: height + BLOCKHASH_BLOCKS })
  },
  isBlockhashValid: (ledger, params) => {
    const config = configAt(params, 1)
    const known = ledger.blocks.some(({ hash, slot }) => hash === params[0] && slot <= blockAt(ledger, config.commitment).slot)
    return inContext(ledger, config, known && isRecent(ledger, textAt(params, 0)))
  },
  getBlock: (ledger, params) => encodeBlock(blockIn(ledger, numberAt(params, 0), configAt(params, 1)), configAt(params, 1)),
  getBlockTime: (ledger, params) => blockIn(ledger, numberAt(params, 0), configAt(params, 1)).time,
  getBlocks: (ledger, params) => {
    const [from, last] = [numberAt(params, 0), params[1]]
    const { commitment } = configAt(params, typeof last === 'number' ? 2 : 1)
    const newest = blockAt(ledger, commitment).slot
    const to = typeof last === 'number' ? Math.min(last, newest) : newest
    return ledger.blocks.map(({ slot }) => slot).filter((slot) => slot >= from && slot <= to)
  },
}

const SLOTS_IN_EPOCH = 432_000
// Older slots are in the long-term storage, whose answers have a code of their own.
const RECENT_SLOTS = 1_000

function blockIn(ledger: Ledger, slot: number, { commitment }: Config): LedgerBlock {
  const newest = blockAt(ledger, commitment).slot
  if (slot > newest) throw new RpcError(rpcCodes.blockNotAvailable, `Block not available for slot ${slot}`)
  const block = ledger.blocks.findLast((candidate) => candidate.slot === slot)
  if (block) return block
  const isOld = slot < newest - RECENT_SLOTS
  if (isOld) throw new RpcError(rpcCodes.longTermSlotSkipped, `Slot ${slot} was skipped, or missing in long-term storage`)
  throw new RpcError(rpcCodes.slotSkipped, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
}

function encodeBlock(block: LedgerBlock, config: Config): unknown {
  const { transactions } = block
  const header = {
    blockHeight: block.height,
    blockTime: block.time,
    blockhash: block.hash,
    parentSlot: block.parentSlot,
    previousBlockhash: block.parentHash,
  }
  if (config.transactionDetails === 'none') return header
  if (config.transactionDetails === 'signatures') return { ...header, signatures: transactions.map(({ signature }) => signature) }
  return { ...header, transactions: transactions.map((transaction) => encodeTransaction(transaction, config)) }
}

const epochOf = ({ transactions }: Ledger, { slot, height }: LedgerBlock): unknown => ({
  absoluteSlot: slot,
  blockHeight: height,
  epoch: Math.floor(slot / SLOTS_IN_EPOCH),
  slotIndex: slot % SLOTS_IN_EPOCH,
  slotsInEpoch: SLOTS_IN_EPOCH,
  transactionCount: transactions.size,
})
