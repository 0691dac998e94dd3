import { DomainError } from '@gateway/domain/kernel/error'
import type { BroadcastOutcome } from '../rail.ts'
import { findEach, refusals } from './rpc/ask.ts'
import type { BitcoinRpc, RpcAnswer, RpcRefusal } from './rpc/rpc.ts'
import { FoundTransaction, Hash } from './rpc/shapes.ts'
import { findTransactionId } from './transaction.ts'

const finalCodes: ReadonlySet<number> = new Set([refusals.notDecodable, refusals.transactionError, refusals.transactionRejected])

/** Reject reasons that mean the node has this transaction already. Source: `validation.cpp` of Bitcoin Core. */
const KNOWN = /txn-already-known|txn-already-in-mempool|txn-same-nonwitness-data-in-mempool/

/**
 * Sends raw bytes to the node and returns the certain outcome. Never throws: an unclear answer is `unknown`.
 * A node accepts a transaction of its mempool again, so `known` means mined.
 */
export async function broadcastBitcoin(rpc: BitcoinRpc, raw: Uint8Array): Promise<BroadcastOutcome> {
  try {
    const [answer] = await rpc.send([{ method: 'sendrawtransaction', params: [Buffer.from(raw).toString('hex')] }])
    return await readOutcome(rpc, raw, answer)
  } catch (error) {
    // Only the client's own error means that the node stayed silent; a programming error must surface.
    if (error instanceof DomainError) return { outcome: 'unknown', reason: error.message }
    throw error
  }
}

async function readOutcome(rpc: BitcoinRpc, raw: Uint8Array, answer: RpcAnswer | undefined): Promise<BroadcastOutcome> {
  if (!answer) return { outcome: 'unknown', reason: 'The node did not answer' }
  if ('refusal' in answer) return readRefusal(rpc, raw, answer.refusal)
  const txId = Hash.safeParse(answer.result).data
  if (txId !== undefined && txId === findTransactionId(raw)) return { outcome: 'accepted' }
  return { outcome: 'unknown', reason: 'The node answered with another transaction id' }
}

async function readRefusal(rpc: BitcoinRpc, raw: Uint8Array, { code, message }: RpcRefusal): Promise<BroadcastOutcome> {
  if (code === refusals.alreadyInChain || KNOWN.test(message)) return { outcome: 'known' }
  if (!finalCodes.has(code)) return { outcome: 'unknown', reason: `The node answered ${code}: ${message}` }
  // A mined transaction whose outputs are all spent looks to the node like one with missing inputs.
  if (code === refusals.transactionError && (await isMined(rpc, raw))) return { outcome: 'known' }
  return { outcome: 'refused', reason: message, ...(!isAboutPrice({ code, message }) && { obstacle: 'not_the_fee' as const }) }
}

/**
 * A low fee, a full mempool or a replacement that pays too little, which a later fee bump may fix; other codes concern inputs, or fees that
 * are too high.
 */
const isAboutPrice = ({ code, message }: RpcRefusal): boolean =>
  code === refusals.transactionRejected && /fee|mempool full|replacement/i.test(message)

async function isMined(rpc: BitcoinRpc, raw: Uint8Array): Promise<boolean> {
  const txId = findTransactionId(raw)
  if (txId === undefined) return false
  const survey = { method: 'getrawtransaction', paramSets: [[txId, 1]], shape: FoundTransaction, absent: refusals.notFound }
  const [found] = await findEach(rpc, survey)
  return (found?.confirmations ?? 0) > 0
}
