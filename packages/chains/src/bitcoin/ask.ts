import type { z } from 'zod'
import { ChainUnavailable } from '../errors.ts'
import type { BitcoinRpc, RpcAnswer, RpcCall } from './rpc.ts'

/** A question whose answer must have a shape. */
export interface Question<Shape extends z.ZodType> extends RpcCall {
  readonly shape: Shape
}

/** The refusals that are answers: code numbers of `rpc/protocol.h` of Bitcoin Core. */
export const refusals = {
  /** Nothing under that hash, or not in the mempool any more. */
  notFound: -5,
  /** A height above the best chain. */
  outOfRange: -8,
  /** The bytes are no transaction. */
  notDecodable: -22,
  /** Inputs are missing or spent, or the fee rate is absurd. */
  transactionError: -25,
  /** Consensus or relay policy says no. */
  transactionRejected: -26,
  /** Its outputs exist in a block already. */
  alreadyInChain: -27,
} as const

/** Asks one question. @throws {ChainUnavailable} on a refusal or another shape. */
export async function ask<Shape extends z.ZodType>(rpc: BitcoinRpc, question: Question<Shape>): Promise<z.infer<Shape>> {
  const [answer] = await rpc([question])
  return readAnswer(question, answer)
}

/** A question about many things. */
export interface Survey<Shape extends z.ZodType> {
  readonly method: string
  readonly paramSets: readonly (readonly unknown[])[]
  readonly shape: Shape
  /** The refusal that means: there is no such thing; none where the answer itself says so. */
  readonly absent?: number
}

/** Asks about many things, a hundred per request; undefined for each that is absent. @throws {ChainUnavailable} on another refusal or shape. */
export async function findEach<Shape extends z.ZodType>(rpc: BitcoinRpc, survey: Survey<Shape>): Promise<(z.infer<Shape> | undefined)[]> {
  const { method, paramSets, shape, absent } = survey
  const found: (z.infer<Shape> | undefined)[] = []
  for (let at = 0; at < paramSets.length; at += CHUNK) {
    const questions = paramSets.slice(at, at + CHUNK).map((params) => ({ method, params, shape }))
    // One after another: a node serves a handful of requests at a time and refuses the rest.
    const answers = await rpc(questions)
    found.push(...questions.map((question, index) => findAnswer(question, answers[index], absent)))
  }
  return found
}

const CHUNK = 100

function findAnswer<Shape extends z.ZodType>(
  question: Question<Shape>,
  answer: RpcAnswer | undefined,
  absent: number | undefined,
): z.infer<Shape> | undefined {
  const isAbsent = answer !== undefined && 'refusal' in answer && answer.refusal.code === absent
  return isAbsent ? undefined : readAnswer(question, answer)
}

function readAnswer<Shape extends z.ZodType>({ method, shape }: Question<Shape>, answer: RpcAnswer | undefined): z.infer<Shape> {
  if (!answer) throw new ChainUnavailable('BTC', `it did not answer ${method}`)
  if ('refusal' in answer) throw new ChainUnavailable('BTC', `it refuses ${method} (${answer.refusal.code}): ${answer.refusal.message}`)
  const parsed = shape.safeParse(answer.result)
  if (!parsed.success) throw new ChainUnavailable('BTC', `its answer to ${method} has an unexpected shape`, parsed.error)
  return parsed.data
}
