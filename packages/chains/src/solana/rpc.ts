import type { ChainCode } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { ChainUnavailable } from '../errors.ts'
import { postRpc, rpcTarget } from '../http-rpc.ts'
import { readShape } from '../read-shape.ts'
import { parseLamports } from './parse-lamports.ts'

/** One JSON-RPC call. */
interface RpcCall<Shape extends z.ZodType> {
  readonly method: string
  readonly params: readonly unknown[]
  /** The expected result. */
  readonly shape: Shape
}

/** An error that the node itself answers: it understood the call. */
export interface RpcRefusal {
  readonly code: number
  readonly message: string
  /** The transaction's error, where a preflight found one. */
  readonly err: unknown
}

/** The result of a call, or the node's refusal. */
type RpcAnswer<Result> = { readonly result: Result } | { readonly refusal: RpcRefusal }

/** A JSON-RPC 2.0 connection to one node. */
export interface SolanaRpc {
  readonly chain: ChainCode
  /** @throws {ChainUnavailable} when there is no well-formed answer in time. */
  ask<Shape extends z.ZodType>(call: RpcCall<Shape>): Promise<RpcAnswer<z.output<Shape>>>
  /** The result of a call. @throws {ChainUnavailable} also when the node answers with an error. */
  call<Shape extends z.ZodType>(call: RpcCall<Shape>): Promise<z.output<Shape>>
}

/** The node's address, and an observer of the calls. */
export interface SolanaRpcOptions {
  readonly chain: ChainCode
  readonly rpcUrl: string
  readonly onCall?: ((method: string) => void) | undefined
}

const TIMEOUT_MS = 20_000

const ErrorData = z.object({ err: z.unknown() })
const Answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
  z.object({ result: z.unknown() }).refine((answer) => 'result' in answer, 'has neither result nor error'),
])

/**
 * A connection that sends every call in a request of its own, because many providers take no batches.
 * @throws {TypeError} for an invalid URL. No message repeats it, because it may contain a credential.
 */
export function createSolanaRpc({ chain, rpcUrl, onCall }: SolanaRpcOptions): SolanaRpc {
  const target = rpcTarget(rpcUrl, 'Solana node')
  const ask: SolanaRpc['ask'] = async ({ method, params, shape }) => {
    onCall?.(method)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const parsed = await postRpc(target, { body, timeoutMs: TIMEOUT_MS })
      .then(parseLamports)
      .catch((cause: unknown) => {
        throw new ChainUnavailable(chain, `no answer to ${method}`, cause)
      })
    const answer = Answer.safeParse(parsed)
    if (!answer.success) throw new ChainUnavailable(chain, `the answer to ${method} is not JSON-RPC`)
    if ('error' in answer.data) return { refusal: refusalOf(answer.data.error) }
    return { result: readShape(shape, answer.data.result, { chain, method }) }
  }
  const call: SolanaRpc['call'] = async (asked) => {
    const answer = await ask(asked)
    if ('result' in answer) return answer.result
    throw new ChainUnavailable(chain, `${asked.method} failed: ${answer.refusal.message.slice(0, 200)}`)
  }
  return { chain, ask, call }
}

const refusalOf = ({ code, message, data }: { code: number; message: string; data?: unknown }): RpcRefusal => ({
  code,
  message,
  err: ErrorData.safeParse(data).data?.err,
})
