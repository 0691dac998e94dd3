import type { ChainCode } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { ChainUnavailable } from '../errors.ts'
import { postRpc, rpcTarget } from '../http-rpc.ts'

/** One JSON-RPC call. */
interface RpcRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The node's answer to one call; an error is an answer too. */
export type RpcAnswer = { readonly result: unknown } | { readonly error: RpcError }

/** A node's own error message for a call. */
export interface RpcError {
  readonly code: number
  readonly message: string
}

/** A JSON-RPC 2.0 connection to one node. */
export interface EvmRpc {
  /**
   * Sends the calls in one HTTP request and returns the answers in the order of the calls.
   * @throws {ChainUnavailable} when some call got no well-formed answer in time.
   */
  ask(requests: readonly RpcRequest[]): Promise<readonly RpcAnswer[]>
  /**
   * Result of a single call.
   * @throws {ChainUnavailable} also when the node answers with an error.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>
}

/** The node's address, its chain, and an observer of the calls. */
export interface EvmRpcOptions {
  readonly chain: ChainCode
  readonly rpcUrl: string
  readonly onCall?: ((method: string) => void) | undefined
}

const TIMEOUT_MS = 10_000

const Answer = z.union([
  z.object({ id: z.number(), error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ id: z.number(), result: z.unknown() }).refine((answer) => 'result' in answer, 'has neither result nor error'),
])

/**
 * A connection with a timeout of ten seconds.
 * @throws {TypeError} for an invalid URL. No message repeats it, because it may contain a credential.
 */
export function createEvmRpc({ chain, rpcUrl, onCall }: EvmRpcOptions): EvmRpc {
  const target = rpcTarget(rpcUrl, 'node')
  const ask = async (requests: readonly RpcRequest[]): Promise<readonly RpcAnswer[]> => {
    for (const { method } of requests) onCall?.(method)
    const calls = requests.map((request, id) => ({ jsonrpc: '2.0', id, ...request }))
    const body = JSON.stringify(calls.length === 1 ? calls[0] : calls)
    const answer = await postRpc(target, { body, timeoutMs: TIMEOUT_MS })
      .then((text): unknown => JSON.parse(text))
      .catch((cause: unknown) => {
        throw new ChainUnavailable(chain, `no answer to ${namesOf(requests)}`, cause)
      })
    return answersInOrder(answer, requests, chain)
  }
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const [answer] = await ask([{ method, params }])
    return resultOf(answer, { chain, method })
  }
  return { ask, call }
}

/**
 * The result of an answer.
 * @throws {ChainUnavailable} when the answer is an error.
 */
export function resultOf(answer: RpcAnswer | undefined, { chain, method }: { chain: ChainCode; method: string }): unknown {
  if (answer && 'result' in answer) return answer.result
  throw new ChainUnavailable(chain, `${method} failed: ${answer?.error.message.slice(0, 200) ?? 'no answer'}`)
}

// JSON-RPC 2.0 §6: the answers of a batch arrive in any order.
function answersInOrder(body: unknown, requests: readonly RpcRequest[], chain: ChainCode): readonly RpcAnswer[] {
  const parsed = z.array(Answer).safeParse(Array.isArray(body) ? body : [body])
  if (!parsed.success) throw new ChainUnavailable(chain, `the answer to ${namesOf(requests)} is not JSON-RPC`)
  const byId = new Map(parsed.data.map((answer) => [answer.id, answer]))
  return requests.map(({ method }, id) => {
    const answer = byId.get(id)
    if (!answer) throw new ChainUnavailable(chain, `no answer to ${method}`)
    return answer
  })
}

const namesOf = (requests: readonly RpcRequest[]): string => [...new Set(requests.map(({ method }) => method))].join(', ')
