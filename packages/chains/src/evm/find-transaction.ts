import { hexToBytes, keccak256, serializeTransaction } from 'viem'
import { readShape } from '../read-shape.ts'
import { ChainUnavailable } from '../errors.ts'
import type { StoredTransaction, TransactionPlace } from '../rail/recovery-node.ts'
import type { EvmRail } from './rail.ts'
import type { EvmRpc } from './rpc.ts'
import { Hash, Quantity, WirePlace, WireSigned } from './blocks/shapes.ts'

/** A connection to a node with its rail. */
interface Session {
  readonly rail: EvmRail
  readonly rpc: EvmRpc
}

/**
 * A transaction in the signed form (EIP-1559), rebuilt from its parts, because nodes need not return bytes.
 * @returns undefined when the node does not know it.
 * @throws {ChainUnavailable} when the parts do not hash to the id, as for every other transaction type.
 */
export async function findTransaction({ rail, rpc }: Session, { txId }: TransactionPlace): Promise<StoredTransaction | undefined> {
  const from = { chain: rail.chain, method: 'eth_getTransactionByHash' }
  const wire = readShape(WireSigned.nullable(), await rpc.call(from.method, [txId]), from)
  if (!wire) return undefined
  const { from: sender, input, r, s, yParity, ...parts } = wire
  const signature = { r, s, yParity: Number(yParity) }
  const raw = serializeTransaction({ ...parts, type: 'eip1559', chainId: rail.chainId, data: input }, signature)
  if (keccak256(raw) !== txId) throw new ChainUnavailable(rail.chain, `the parts of transaction ${txId} do not give its id`)
  return { txId, raw: hexToBytes(raw), inputs: [{ resource: sender, sequence: parts.nonce }], transfers: [], calls: parts.to }
}

/** The height of a mined transaction's block. @throws {ChainUnavailable} when the node answers with another transaction. */
export async function findHeight({ rail, rpc }: Session, text: string): Promise<number | undefined> {
  const txId = Hash.safeParse(text).data
  if (txId === undefined) return undefined
  const from = { chain: rail.chain, method: 'eth_getTransactionByHash' }
  const wire = readShape(WirePlace.nullable(), await rpc.call(from.method, [txId]), from)
  if (wire && wire.hash !== txId) throw new ChainUnavailable(rail.chain, `it gave another transaction for ${txId}`)
  return wire?.blockNumber ?? undefined
}

/** The account's number of mined transactions, and of those the node knows in total. */
export async function countSent({ rail, rpc }: Session, address: string): Promise<{ mined: bigint; known: bigint }> {
  const from = { chain: rail.chain, method: 'eth_getTransactionCount' }
  const count = async (tag: string) => readShape(Quantity, await rpc.call(from.method, [address, tag]), from)
  return { mined: await count('latest'), known: await count('pending') }
}
