import { ChainUnavailable } from '../errors.ts'
import type { Bind, Block, Transfer } from '../rail.ts'
import { decodeFlush, FLUSH_TOPICS } from './decode-flush.ts'
import { decodeTokenTransfer, TRANSFER_TOPIC } from './decode-token-transfer.ts'
import { nameTokenTransfers } from './name-token-transfers.ts'
import type { EvmRail } from './rail.ts'
import type { EvmRpc } from './rpc.ts'
import { readShape, WireBlock, WireLog } from './shapes.ts'

const EMPTY_BLOOM = /^0x0*$/

/** A block and the price of gas in it. */
export interface PricedBlock {
  readonly block: Block
  readonly baseFeeWei: bigint
}

/**
 * Reads a block whole with two calls: its transactions, and the logs that speak about money.
 *
 * The logs are asked for by block hash (EIP-234), so both answers describe the same block even while the chain reorganises. A native
 * transfer is `tx.to` with a value: what contracts send inside a transaction is not in it, and a transaction to an address with code may have
 * reverted, so its receipt decides before it is credited.
 *
 * @throws {ChainUnavailable} when the answers contradict the question or each other.
 */
export async function readPricedBlock({ rail, rpc }: { rail: EvmRail; rpc: EvmRpc }, height: number): Promise<PricedBlock | undefined> {
  const from = { chain: rail.chain, method: 'eth_getBlockByNumber' }
  const wire = readShape(WireBlock.nullable(), await rpc.call(from.method, [`0x${height.toString(16)}`, true]), from)
  if (!wire) return undefined
  demand(rail, wire.number === height, `it gave block ${wire.number} for ${height}`)
  const ids = new Set(wire.transactions.map(({ hash }) => hash))
  demand(rail, ids.size === wire.transactions.length, `block ${height} holds a transaction twice`)
  const astray = wire.transactions.some(({ blockHash }) => blockHash !== wire.hash)
  demand(rail, !astray, `block ${height} holds a transaction of another block`)
  const logs = await readMoneyLogs({ rail, rpc }, wire)
  return { block: toBlock(rail, wire, logs), baseFeeWei: wire.baseFeePerGas }
}

async function readMoneyLogs({ rail, rpc }: { rail: EvmRail; rpc: EvmRpc }, wire: WireBlock): Promise<readonly WireLog[]> {
  // A block without transactions has no logs, unless its own bloom filter says so.
  if (wire.transactions.length === 0 && EMPTY_BLOOM.test(wire.logsBloom)) return []
  const from = { chain: rail.chain, method: 'eth_getLogs' }
  const filter = { blockHash: wire.hash, topics: [[TRANSFER_TOPIC, ...FLUSH_TOPICS]] }
  const logs = readShape(WireLog.array(), await rpc.call(from.method, [filter]), from)
  const ids = new Set(wire.transactions.map(({ hash }) => hash))
  const foreign = logs.some((log) => log.blockHash !== wire.hash || log.blockNumber !== wire.number || !ids.has(log.transactionHash))
  demand(rail, !foreign, `it gave logs of another block for ${wire.number}`)
  demand(rail, new Set(logs.map(({ logIndex }) => logIndex)).size === logs.length, `it gave a log of block ${wire.number} twice`)
  return logs
}

function demand(rail: EvmRail, holds: boolean, problem: string): void {
  if (!holds) throw new ChainUnavailable(rail.chain, problem)
}

function toBlock(rail: EvmRail, wire: WireBlock, logs: readonly WireLog[]): Block {
  return {
    height: wire.number,
    hash: wire.hash,
    parentHash: wire.parentHash,
    at: new Date(wire.timestamp * 1000),
    txIds: wire.transactions.map(({ hash }) => hash),
    transfers: [...nativeTransfers(rail, wire), ...nameTokenTransfers(logs.flatMap((log) => decodeTokenTransfer(rail, log)))],
    binds: wire.transactions.map(({ from, nonce, hash }): Bind => ({ bind: `${from}:${nonce}`, txId: hash })),
    flushes: logs.flatMap((log) => decodeFlush(rail, log)),
  }
}

function nativeTransfers(rail: EvmRail, { transactions }: WireBlock): readonly Transfer[] {
  return transactions.flatMap(({ hash, to, value }): Transfer[] => {
    if (!to || value === 0n) return []
    return [{ ref: `${hash}:native`, txId: hash, to, asset: rail.assetOfToken(null), token: null, units: value }]
  })
}
