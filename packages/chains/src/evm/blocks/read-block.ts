import { zeroAddress } from 'viem'
import { readShape } from '../../read-shape.ts'
import { ChainUnavailable } from '../../errors.ts'
import type { Block } from '../../rail/block.ts'
import type { Transfer } from '../../rail/transfer.ts'
import { decodeEscrowPayout, decodeOutcome } from '../escrow/decode-escrow.ts'
import { ESCROW_TOPICS } from '../escrow/read-decided.ts'
import { decodeFlush, FLUSH_TOPICS } from '../flush/decode-flush.ts'
import { decodeTokenTransfer } from './decode-token-transfer.ts'
import { internalTransfers } from './decode-native-transfer.ts'
import { nameTokenTransfers } from './name-token-transfers.ts'
import type { EvmRail } from '../rail.ts'
import { readMoneyLogs } from './read-logs.ts'
import type { EvmRpc } from '../rpc.ts'
import { WireBlock, type WireLog } from './shapes.ts'

/** A block with its gas price. */
export interface PricedBlock {
  readonly block: Block
  readonly baseFeeWei: bigint
}

/**
 * Reads a whole block in two calls: its transactions, and its relevant logs.
 * A native transfer is `tx.to` with a value; a transaction to an address with code may have reverted, so its receipt decides before it is
 * credited. Transfers by contracts inside a transaction are included only where the chain writes logs of them.
 * @throws {ChainUnavailable} when the answers contradict the request or each other.
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

function demand(rail: EvmRail, holds: boolean, problem: string): void {
  if (!holds) throw new ChainUnavailable(rail.chain, problem)
}

/** Events of the gateway's own contracts: trying to decode another one is most of the work of a block. */
const OWN_TOPICS: ReadonlySet<string | undefined> = new Set([...FLUSH_TOPICS, ...ESCROW_TOPICS])

function toBlock(rail: EvmRail, wire: WireBlock, logs: readonly WireLog[]): Block {
  const own = logs.filter(({ topics: [topic] }) => OWN_TOPICS.has(topic))
  const tokens = logs.flatMap((log) => decodeTokenTransfer(rail, log))
  return {
    height: wire.number,
    hash: wire.hash,
    parentHash: wire.parentHash,
    at: new Date(wire.timestamp * 1000),
    txIds: wire.transactions.map(({ hash }) => hash),
    transfers: [...nativeTransfers(rail, wire), ...nameTokenTransfers([...tokens, ...internalTransfers(rail, wire, logs)])],
    inputs: wire.transactions.filter(isSigned).map(({ from, nonce, hash }) => ({ resource: from, sequence: nonce, txId: hash })),
    flushes: own.flatMap((log) => [...decodeFlush(rail, log), ...decodeEscrowPayout(rail, log)]),
    outcomes: own.flatMap((log) => decodeOutcome(rail, log)),
  }
}

// Polygon's state syncs name the zero address as their sender, with nonce 0 each: they consume no nonce and exclude no other transaction (PIP-74).
const isSigned = ({ from }: WireBlock['transactions'][number]): boolean => from !== zeroAddress

function nativeTransfers(rail: EvmRail, { transactions }: WireBlock): readonly Transfer[] {
  return transactions.flatMap(({ hash, to, value }): Transfer[] => {
    if (!to || value === 0n) return []
    return [{ ref: `${hash}:native`, txId: hash, to, asset: rail.assetOfToken(null), token: null, units: value, needsReceipt: true }]
  })
}
