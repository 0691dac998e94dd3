import { readShape } from '../../read-shape.ts'
import { ChainUnavailable } from '../../errors.ts'
import { ESCROW_TOPICS } from '../escrow/read-decided.ts'
import { FLUSH_TOPICS } from '../flush/decode-flush.ts'
import { NATIVE_TRANSFER_TOPIC } from './decode-native-transfer.ts'
import { TRANSFER_TOPIC } from './decode-token-transfer.ts'
import { logsBloom } from './logs-bloom.ts'
import type { EvmRail } from '../rail.ts'
import type { EvmRpc } from '../rpc.ts'
import { type WireBlock, WireLog } from './shapes.ts'

const EMPTY_BLOOM = /^0x0*$/
const MONEY_TOPICS: ReadonlySet<string> = new Set([TRANSFER_TOPIC, NATIVE_TRANSFER_TOPIC, ...FLUSH_TOPICS, ...ESCROW_TOPICS])

/**
 * The logs of a block that concern money.
 * All logs are requested, because only the complete set can be verified: they are numbered without a gap (`eth_getLogs`), and their bloom
 * filter is in the block's header. A node whose log index lags behind would otherwise hide a payment for good. The request names the block
 * hash (EIP-234), so that the logs belong to the block even during a reorg.
 * @throws {ChainUnavailable} when logs are missing, surplus, or of another block.
 */
export async function readMoneyLogs({ rail, rpc }: { rail: EvmRail; rpc: EvmRpc }, block: WireBlock): Promise<readonly WireLog[]> {
  // A block without transactions has no logs, unless its own bloom filter claims some.
  if (block.transactions.length === 0 && EMPTY_BLOOM.test(block.logsBloom)) return []
  const from = { chain: rail.chain, method: 'eth_getLogs' }
  const logs = readShape(WireLog.array(), await rpc.call(from.method, [{ blockHash: block.hash }]), from)
  const problem = findProblem(block, logs)
  if (problem !== undefined) throw new ChainUnavailable(rail.chain, `${problem} block ${block.number}`)
  return logs.filter(({ topics: [topic] }) => topic !== undefined && MONEY_TOPICS.has(topic))
}

function findProblem(block: WireBlock, logs: readonly WireLog[]): string | undefined {
  const ids = new Set(block.transactions.map(({ hash }) => hash))
  const foreign = logs.some((log) => log.blockHash !== block.hash || log.blockNumber !== block.number || !ids.has(log.transactionHash))
  if (foreign) return 'it gave logs of another block for'
  const places = new Set(logs.map(({ logIndex }) => logIndex))
  if (places.size !== logs.length) return 'it gave a log twice for'
  if (logs.some((_, place) => !places.has(place)) || logsBloom(logs) !== block.logsBloom) return 'its logs are not those of the header of'
  return undefined
}
