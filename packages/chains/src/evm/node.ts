import type { ChainCode } from '@gateway/domain/money/asset'
import { getEvmNetwork } from '../definitions/evm.ts'
import { readShape } from '../read-shape.ts'
import { ChainUnavailable, WrongNetwork } from '../errors.ts'
import type { Block, Head } from '../rail/block.ts'
import type { MempoolView, Receipt } from '../rail/chain-node.ts'
import type { RecoveryNode } from '../rail/recovery-node.ts'
import { broadcastRaw } from './broadcast.ts'
import { createFeeGauge, type FeeGauge, type PriorityFeeBounds } from './fees/fee-gauge.ts'
import { countSent, findHeight, findTransaction } from './find-transaction.ts'
import type { EvmRail } from './rail.ts'
import { readPricedBlock } from './blocks/read-block.ts'
import { readBalances } from './blocks/read-balances.ts'
import { readUses } from './blocks/read-uses.ts'
import { createEvmRpc, type EvmRpc, resultOf, type RpcAnswer } from './rpc.ts'
import { Bytes, Quantity, WireHash, WireHeader, WireReceipt } from './blocks/shapes.ts'

/** Settings of an EVM node. */
export interface EvmNodeOptions {
  readonly rail: EvmRail
  /** HTTP endpoint of the JSON-RPC interface; credentials in it are sent as a header and never appear in a message. */
  readonly rpcUrl: string
  /** Called with the method of every call, batched or not. */
  readonly onCall?: (method: string) => void
  /** Bounds for the node's suggested tips. */
  readonly priorityFees?: PriorityFeeBounds
}

/** Connection to a node with its rail. */
interface Session {
  readonly rail: EvmRail
  readonly rpc: EvmRpc
  readonly gauge: FeeGauge
}

const RECEIPTS_PER_BATCH = 100
const GWEI = 1_000_000_000n
const usualPriorityFees: PriorityFeeBounds = { minPriorityFeeWei: GWEI / 100n, maxPriorityFeeWei: 5n * GWEI }

/** The node of an EVM chain. Its mempool is not watched: a deposit first exists in a block. */
export function createEvmNode({ rail, rpcUrl, onCall, priorityFees = usualPriorityFees }: EvmNodeOptions): RecoveryNode {
  const rpc = createEvmRpc({ chain: rail.chain, rpcUrl, onCall })
  const session = { rail, rpc, gauge: createFeeGauge({ rail, rpc, bounds: priorityFees }) }
  return {
    rail,
    checkNetwork: () => checkNetwork(session),
    readHead: () => readHead(session),
    readBlock: (height) => readBlock(session, height),
    readMempool: () => Promise.resolve(emptyMempool),
    readReceipts: (txIds) => readReceipts(session, txIds),
    findHeight: (txId) => findHeight(session, txId),
    findTransaction: (place) => findTransaction(session, place),
    countSent: (address) => countSent(session, address),
    estimateFees: () => session.gauge.estimate(),
    readBalance: (address) => readBalance(session, address),
    readBalances: (asked) => readBalances(session, asked),
    holdsCode: (address) => holdsCode(session, address),
    readUses: (addresses) => readUses(session, addresses),
    broadcast: (raw) => broadcastRaw({ chain: rail.chain, rpc }, raw),
  }
}

const emptyMempool: MempoolView = { txIds: new Set(), transfers: [], inputs: [] }

async function checkNetwork({ rail, rpc }: Session): Promise<void> {
  const from = { chain: rail.chain, method: 'eth_chainId' }
  const chainId = readShape(Quantity, await rpc.call(from.method, []), from)
  if (chainId !== BigInt(rail.chainId)) throw new WrongNetwork(rail.chain, rail.network, chainId.toString())
  const { name, genesisHash } = getEvmNetwork(rail.chain, rail.chainId)
  if (genesisHash !== undefined) await checkGenesis(rpc, { chain: rail.chain, name, genesisHash })
}

/** A chain that was split off, or was made anew, may have kept the chain id. */
async function checkGenesis(rpc: EvmRpc, own: { chain: ChainCode; name: string; genesisHash: string }): Promise<void> {
  const from = { chain: own.chain, method: 'eth_getBlockByNumber' }
  const { hash } = readShape(WireHash, await rpc.call(from.method, ['0x0', false]), from)
  const named = (genesis: string): string => `${own.name} with genesis ${genesis}`
  if (hash !== own.genesisHash) throw new WrongNetwork(own.chain, named(own.genesisHash), named(hash))
}

async function readHead({ rail, rpc, gauge }: Session): Promise<Head> {
  const from = { chain: rail.chain, method: 'eth_getBlockByNumber' }
  const asked = ['latest', rail.finalTag].map((tag) => ({ method: from.method, params: [tag, false] }))
  const [latestAnswer, finalizedAnswer] = await rpc.ask(asked)
  const latest = readShape(WireHeader, resultOf(latestAnswer, from), from)
  const finalizedHeight = readFinalizedHeight(rail, finalizedAnswer)
  if (finalizedHeight !== undefined && finalizedHeight > latest.number) {
    throw new ChainUnavailable(rail.chain, `it calls block ${finalizedHeight} final at height ${latest.number}`)
  }
  gauge.note({ height: latest.number, baseFeeWei: latest.baseFeePerGas })
  return { height: latest.number, hash: latest.hash, finalizedHeight }
}

// A young network has no finalized block: nodes answer null or an error, and nothing is final meanwhile.
function readFinalizedHeight(rail: EvmRail, answer: RpcAnswer | undefined): number | undefined {
  const from = { chain: rail.chain, method: 'eth_getBlockByNumber' }
  if (answer && 'error' in answer && /not found|unknown block/i.test(answer.error.message)) return undefined
  return readShape(WireHeader.nullable(), resultOf(answer, from), from)?.number
}

async function readBlock({ rail, rpc, gauge }: Session, height: number): Promise<Block | undefined> {
  const priced = await readPricedBlock({ rail, rpc }, height)
  if (!priced) return undefined
  gauge.note({ height, baseFeeWei: priced.baseFeeWei })
  return priced.block
}

async function holdsCode({ rail, rpc }: Session, address: string): Promise<boolean> {
  const from = { chain: rail.chain, method: 'eth_getCode' }
  return readShape(Bytes, await rpc.call(from.method, [address, 'latest']), from) !== '0x'
}

async function readReceipts(session: Session, txIds: readonly string[]): Promise<readonly Receipt[]> {
  const found: Receipt[] = []
  for (let start = 0; start < txIds.length; start += RECEIPTS_PER_BATCH) {
    found.push(...(await readReceiptBatch(session, txIds.slice(start, start + RECEIPTS_PER_BATCH))))
  }
  return found
}

async function readReceiptBatch({ rail, rpc }: Session, txIds: readonly string[]): Promise<readonly Receipt[]> {
  const from = { chain: rail.chain, method: 'eth_getTransactionReceipt' }
  const answers = await rpc.ask(txIds.map((txId) => ({ method: from.method, params: [txId] })))
  return answers.flatMap((answer, position): Receipt[] => {
    const wire = readShape(WireReceipt.nullable(), resultOf(answer, from), from)
    if (!wire) return []
    const txId = txIds[position]
    if (wire.transactionHash !== txId) throw new ChainUnavailable(rail.chain, `it gave the receipt of another transaction for ${txId}`)
    return [{ txId, succeeded: wire.status === 1n, feeUnits: wire.gasUsed * wire.effectiveGasPrice, blockHash: wire.blockHash }]
  })
}

async function readBalance({ rail, rpc }: Session, address: string): Promise<bigint> {
  const from = { chain: rail.chain, method: 'eth_getBalance' }
  return readShape(Quantity, await rpc.call(from.method, [address, 'latest']), from)
}
