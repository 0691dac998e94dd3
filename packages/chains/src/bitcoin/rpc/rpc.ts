import type { ChainCode } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { ChainUnavailable } from '../../errors.ts'
import { rpcTarget } from '../../http-rpc.ts'
import { parseExactJson } from './exact-json.ts'

/** One call to the node. */
export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** An error of the node itself: it understood the call. Codes: `rpc/protocol.h` of Bitcoin Core. */
export interface RpcRefusal {
  readonly code: number
  readonly message: string
}

/** The answer to one call. */
export type RpcAnswer = { readonly result: unknown } | { readonly refusal: RpcRefusal }

/** The node's chain, address and timeout. */
export interface RpcSettings {
  readonly chain: ChainCode
  /** With `user:password@`; both are removed from the URL and sent as a header only. */
  readonly rpcUrl: string
  /** Timeout of one HTTP request with all of its calls. Default 10 000. */
  readonly timeoutMs?: number | undefined
  /** Called for every call sent; benchmarks count them. */
  readonly onCall?: ((method: string) => void) | undefined
}

/** A JSON-RPC connection to one node. */
export interface BitcoinRpc {
  readonly chain: ChainCode
  /** Sends calls in one HTTP request and returns the answers in the same order. @throws {ChainUnavailable} unless each has one. */
  send(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>
}

const Reply = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
})

/** A JSON-RPC client for one node. @throws {TypeError} for an invalid address, without repeating it: it may contain a password. */
export function createBitcoinRpc({ chain, rpcUrl, timeoutMs = 10_000, onCall }: RpcSettings): BitcoinRpc {
  const { url, headers } = rpcTarget(rpcUrl, 'Bitcoin node')
  const send: BitcoinRpc['send'] = async (calls) => {
    if (calls.length === 0) return []
    for (const { method } of calls) onCall?.(method)
    const body = JSON.stringify(calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })))
    const signal = AbortSignal.timeout(timeoutMs)
    const replies = await post({ chain, url }, { method: 'POST', headers, body, signal, redirect: 'error' })
    return readReplies(chain, replies, calls.length)
  }
  return { chain, send }
}

/** A node and its address without credentials. */
interface Endpoint {
  readonly chain: ChainCode
  readonly url: URL
}

async function post(node: Endpoint, request: RequestInit): Promise<unknown> {
  const { status, text } = await readAnswer(node, request)
  try {
    return parseExactJson(text)
  } catch (cause) {
    throw new ChainUnavailable(node.chain, `it answered HTTP ${status} without readable JSON`, cause)
  }
}

async function readAnswer({ chain, url }: Endpoint, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, request)
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    throw new ChainUnavailable(chain, request.signal?.aborted ? 'it took too long to answer' : 'it could not be reached', cause)
  }
}

function readReplies(chain: ChainCode, body: unknown, count: number): readonly RpcAnswer[] {
  const replies = z.array(Reply).safeParse(body)
  if (!replies.success) throw new ChainUnavailable(chain, 'its answer is no JSON-RPC reply', replies.error)
  const byId = new Map(replies.data.map((reply) => [reply.id, reply]))
  return Array.from({ length: count }, (_, id) => {
    const reply = byId.get(id)
    if (!reply) throw new ChainUnavailable(chain, 'it left a question unanswered')
    return reply.error ? { refusal: reply.error } : { result: reply.result }
  })
}
