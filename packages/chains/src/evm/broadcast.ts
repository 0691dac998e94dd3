import { keccak256, toHex } from 'viem'
import type { ChainCode } from '@gateway/domain/money/asset'
import { readShape } from '../read-shape.ts'
import { ChainUnavailable } from '../errors.ts'
import type { BroadcastOutcome, Obstacle } from '../rail/chain-node.ts'
import type { EvmRpc, RpcError } from './rpc.ts'
import { Hash, WireMined } from './blocks/shapes.ts'

interface Target {
  readonly chain: ChainCode
  readonly rpc: EvmRpc
}

type Verdict = 'known' | 'nonce_used' | 'refused' | Obstacle

/**
 * The meaning of messages of geth, reth, erigon, nethermind, besu and anvil; JSON-RPC has no codes for it.
 * `refused` is for bytes that no node can ever accept. Missing gas money may pass. A low price, a full pool and an unknown message have no
 * verdict: a higher fee may help. geth, erigon and reth cap the cost of a transaction sent through them (`rpc.txfeecap`).
 */
const verdicts: readonly { readonly words: RegExp; readonly verdict: Verdict }[] = [
  { words: /already ?known|already imported|known transaction/i, verdict: 'known' },
  { words: /nonce ?(is )?too low|old ?nonce/i, verdict: 'nonce_used' },
  { words: /insufficient.?(funds|balance)|upfront cost exceeds|overdraft/i, verdict: 'gas_money' },
  {
    words: /exceeds the configured cap|fee.?cap exceeded|nonce (is )?too high|gas too high|exceeds block gas limit/i,
    verdict: 'not_the_fee',
  },
  { words: /invalid (tx )?signature|invalidtxsignature|invalid sender|failed to recover the signer/i, verdict: 'refused' },
  { words: /(invalid|wrong|incorrect|unexpected) chain.?id|invalidtxchainid|chain.?id mismatch/i, verdict: 'refused' },
  { words: /intrinsic gas too low/i, verdict: 'refused' },
  { words: /priority fee.{0,20} (higher|greater) than max fee/i, verdict: 'refused' },
  { words: /failed to decode|could not decode|rlp|typed transaction too short/i, verdict: 'refused' },
]

/**
 * Sends raw bytes to a node and returns the known outcome; never throws because of the node.
 * Anything uncertain is `unknown`, because a transaction declared dead too early would be paid twice.
 */
export async function broadcastRaw(target: Target, raw: Uint8Array): Promise<BroadcastOutcome> {
  const txId = keccak256(raw)
  try {
    const [answer] = await target.rpc.ask([{ method: 'eth_sendRawTransaction', params: [toHex(raw)] }])
    if (answer && 'error' in answer) return await outcomeOf(target, answer.error, txId)
    const hash = readShape(Hash, answer?.result, { chain: target.chain, method: 'eth_sendRawTransaction' })
    return hash === txId ? { outcome: 'accepted' } : { outcome: 'unknown', reason: `the node answered with another hash: ${hash}` }
  } catch (problem) {
    if (problem instanceof ChainUnavailable) return { outcome: 'unknown', reason: problem.message }
    throw problem
  }
}

async function outcomeOf(target: Target, error: RpcError, txId: string): Promise<BroadcastOutcome> {
  const reason = error.message.slice(0, 200)
  const verdict = verdicts.find(({ words }) => words.test(error.message))?.verdict
  if (verdict === 'known') return { outcome: 'known' }
  if (verdict === undefined) return { outcome: 'unknown', reason }
  if (verdict === 'refused') return { outcome: 'refused', reason, obstacle: 'not_the_fee' }
  if (verdict === 'nonce_used' && (await isMined(target, txId))) return { outcome: 'known' }
  return { outcome: 'unknown', reason, obstacle: verdict === 'gas_money' ? 'gas_money' : 'not_the_fee' }
}

// A used nonce means this transaction's success or another transaction; only the chain can tell.
async function isMined({ chain, rpc }: Target, txId: string): Promise<boolean> {
  const from = { chain, method: 'eth_getTransactionByHash' }
  const found = readShape(WireMined.nullable(), await rpc.call(from.method, [txId]), from)
  return found?.hash === txId && typeof found.blockHash === 'string'
}
