import { DomainError } from '@gateway/domain/kernel/error'
import type { BroadcastOutcome } from '../rail/chain-node.ts'
import { dialectOf } from './dialects/dialect-of.ts'
import type { MempoolSource } from './mempool.ts'
import { findEach, isNotFound, refusals } from './rpc/ask.ts'
import type { BitcoinRpc, RpcAnswer, RpcRefusal } from './rpc/rpc.ts'
import { FoundTransaction, Hash } from './rpc/shapes.ts'
import { findTransactionId } from './transaction.ts'

const finalCodes: ReadonlySet<number> = new Set([refusals.notDecodable, refusals.transactionError, refusals.transactionRejected])

/**
 * Sends raw bytes to the node and returns the certain outcome. Never throws: an unclear answer is `unknown`.
 * `known` means mined; of a node that does not accept a transaction of its mempool again, also that it is there.
 */
export async function broadcastBitcoin(node: MempoolSource, raw: Uint8Array): Promise<BroadcastOutcome> {
  try {
    const [answer] = await node.rpc.send([{ method: 'sendrawtransaction', params: [Buffer.from(raw).toString('hex')] }])
    return await readOutcome(node, raw, answer)
  } catch (error) {
    // Only the client's own error means that the node stayed silent; a programming error must surface.
    if (error instanceof DomainError) return { outcome: 'unknown', reason: error.message }
    throw error
  }
}

async function readOutcome(node: MempoolSource, raw: Uint8Array, answer: RpcAnswer | undefined): Promise<BroadcastOutcome> {
  if (!answer) return { outcome: 'unknown', reason: 'The node did not answer' }
  if ('refusal' in answer) return readRefusal(node, raw, answer.refusal)
  const txId = Hash.safeParse(answer.result).data
  if (txId !== undefined && txId === findTransactionId(raw)) return { outcome: 'accepted' }
  return { outcome: 'unknown', reason: 'The node answered with another transaction id' }
}

async function readRefusal({ rpc, network }: MempoolSource, raw: Uint8Array, refusal: RpcRefusal): Promise<BroadcastOutcome> {
  const { code, message } = refusal
  const dialect = dialectOf(network)
  if (code === refusals.alreadyInChain || dialect.isKnown(refusal)) return { outcome: 'known' }
  if (!finalCodes.has(code)) return { outcome: 'unknown', reason: `The node answered ${code}: ${message}` }
  // A mined transaction whose outputs are all spent looks to the node like one with missing inputs.
  if (code === refusals.transactionError && (await isMined(rpc, raw))) return { outcome: 'known' }
  return { outcome: 'refused', reason: message, ...(!dialect.isAboutPrice(refusal) && { obstacle: 'not_the_fee' as const }) }
}

async function isMined(rpc: BitcoinRpc, raw: Uint8Array): Promise<boolean> {
  const txId = findTransactionId(raw)
  if (txId === undefined) return false
  const survey = { method: 'getrawtransaction', paramSets: [[txId, 1]], shape: FoundTransaction, absent: isNotFound }
  const [found] = await findEach(rpc, survey)
  return (found?.confirmations ?? 0) > 0
}
