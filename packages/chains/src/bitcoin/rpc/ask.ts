import type { ChainCode } from '@gateway/domain/money/asset'
import type { z } from 'zod'
import { ChainUnavailable } from '../../errors.ts'
import type { BitcoinRpc, RpcAnswer, RpcCall, RpcRefusal } from './rpc.ts'

/** A call with the expected shape of its answer. */
export interface Question<Shape extends z.ZodType> extends RpcCall {
  readonly shape: Shape
}

/** Error codes that count as answers (`rpc/protocol.h` of Bitcoin Core). */
export const refusals = {
  /** No such hash, or no longer in the mempool. */
  notFound: -5,
  /** A height above the best chain. */
  outOfRange: -8,
  /** The bytes are no transaction. */
  notDecodable: -22,
  /** Inputs are missing or spent, or the fee rate is absurd. */
  transactionError: -25,
  /** Consensus or relay policy rejects it. */
  transactionRejected: -26,
  /** Its outputs exist in a block already. */
  alreadyInChain: -27,
} as const

/** Makes one call. @throws {ChainUnavailable} on an error or another shape. */
export async function ask<Shape extends z.ZodType>(rpc: BitcoinRpc, question: Question<Shape>): Promise<z.infer<Shape>> {
  const [answer] = await rpc.send([question])
  return readAnswer(rpc.chain, question, answer)
}

/** Whether an error of the node means that it lacks the requested object. */
export type IsAbsence = (refusal: RpcRefusal) => boolean

/** True for an unknown hash, and for a transaction that has left the mempool. */
export const isNotFound: IsAbsence = ({ code }) => code === refusals.notFound

/** One call for many items. */
export interface Survey<Shape extends z.ZodType> {
  readonly method: string
  readonly paramSets: readonly (readonly unknown[])[]
  readonly shape: Shape
  /** Which errors mean absence; unset where the answer itself says so. */
  readonly absent?: IsAbsence
}

/** Asks for many items, a hundred per request; undefined for absent ones. @throws {ChainUnavailable} on another error or shape. */
export async function findEach<Shape extends z.ZodType>(rpc: BitcoinRpc, survey: Survey<Shape>): Promise<(z.infer<Shape> | undefined)[]> {
  const { method, paramSets, shape, absent } = survey
  const found: (z.infer<Shape> | undefined)[] = []
  for (let at = 0; at < paramSets.length; at += CHUNK) {
    const questions = paramSets.slice(at, at + CHUNK).map((params) => ({ method, params, shape }))
    // Sequential: a node serves a few requests at a time and rejects the rest.
    const answers = await rpc.send(questions)
    found.push(
      ...questions.map((question, index) =>
        isAbsent(answers[index], absent) ? undefined : readAnswer(rpc.chain, question, answers[index]),
      ),
    )
  }
  return found
}

const CHUNK = 100

const isAbsent = (answer: RpcAnswer | undefined, absent: IsAbsence | undefined): boolean =>
  answer !== undefined && 'refusal' in answer && absent?.(answer.refusal) === true

function readAnswer<Shape extends z.ZodType>(
  chain: ChainCode,
  { method, shape }: Question<Shape>,
  answer: RpcAnswer | undefined,
): z.infer<Shape> {
  if (!answer) throw new ChainUnavailable(chain, `it did not answer ${method}`)
  if ('refusal' in answer) throw new ChainUnavailable(chain, `it refuses ${method} (${answer.refusal.code}): ${answer.refusal.message}`)
  const parsed = shape.safeParse(answer.result)
  if (!parsed.success) throw new ChainUnavailable(chain, `its answer to ${method} has an unexpected shape`, parsed.error)
  return parsed.data
}
