import { z } from 'zod'
import { ChainUnavailable } from '../errors.ts'
import type { BroadcastOutcome } from '../rail/chain-node.ts'
import { inSlot, Signature } from './blocks/shapes.ts'
import type { RpcRefusal, SolanaRpc } from './rpc.ts'
import { findTransactionId } from './wire.ts'

// Codes: `rpc-client-api/src/custom_error.rs` of Agave, and JSON-RPC 2.0.
const PREFLIGHT_FAILURE = -32_002
const refusedCodes: ReadonlySet<number> = new Set([-32_003, -32_602])

type Verdict = (reason: string) => BroadcastOutcome

const unknown =
  (obstacle?: 'gas_money' | 'not_the_fee'): Verdict =>
  (reason) => ({ outcome: 'unknown', reason, ...(obstacle && { obstacle }) })

/**
 * What a preflight's error means for the bytes. The payer's coins may still arrive. A blockhash may be unknown to a node that is behind, or
 * have expired: only `readLapse` proves that. Source: `TransactionError` of the Solana SDK.
 */
const verdicts: Readonly<Record<string, Verdict>> = {
  AlreadyProcessed: () => ({ outcome: 'known' }),
  BlockhashNotFound: (reason) => unknown('not_the_fee')(`${reason}: the blockhash is too new for this node, or expired`),
  AccountNotFound: unknown('gas_money'),
  InsufficientFundsForFee: unknown('gas_money'),
  AccountInUse: unknown(),
  WouldExceedMaxBlockCostLimit: unknown(),
  ClusterMaintenance: unknown(),
}

/**
 * Sends raw bytes to a node, which tries them first, and returns the known outcome; never throws because of the node.
 * A node accepts a transaction of which it has heard and not yet seen the block, so `known` means that a block has it.
 */
export async function broadcastSolana(rpc: SolanaRpc, raw: Uint8Array): Promise<BroadcastOutcome> {
  const config = { encoding: 'base64', preflightCommitment: 'finalized' }
  try {
    const params = [Buffer.from(raw).toString('base64'), config]
    const answer = await rpc.ask({ method: 'sendTransaction', params, shape: Signature })
    if ('refusal' in answer) return await outcomeOf(rpc, raw, answer.refusal)
    if (answer.result === findTransactionId(raw)) return { outcome: 'accepted' }
    return { outcome: 'unknown', reason: `the node answered with another signature: ${answer.result}` }
  } catch (problem) {
    if (problem instanceof ChainUnavailable) return { outcome: 'unknown', reason: problem.message }
    throw problem
  }
}

async function outcomeOf(rpc: SolanaRpc, raw: Uint8Array, { code, message, err }: RpcRefusal): Promise<BroadcastOutcome> {
  const reason = message.slice(0, 200)
  if (refusedCodes.has(code)) return { outcome: 'refused', reason, obstacle: 'not_the_fee' }
  if (code !== PREFLIGHT_FAILURE) return { outcome: 'unknown', reason }
  const named = typeof err === 'string' ? verdicts[err] : undefined
  // Once it is in a block its accounts are different, and every trial of it fails.
  if (err !== 'AlreadyProcessed' && (await isInBlock(rpc, raw))) return { outcome: 'known' }
  return named ? named(reason) : { outcome: 'refused', reason, obstacle: 'not_the_fee' }
}

const Statuses = inSlot(z.array(z.object({ confirmationStatus: z.string().nullish() }).nullable()))

async function isInBlock(rpc: SolanaRpc, raw: Uint8Array): Promise<boolean> {
  const txId = findTransactionId(raw)
  if (txId === undefined) return false
  const { value } = await rpc.call({ method: 'getSignatureStatuses', params: [[txId]], shape: Statuses })
  return value[0] !== null && value[0] !== undefined
}
