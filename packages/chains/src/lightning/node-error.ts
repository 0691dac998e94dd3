import { z } from 'zod'

/** Codes of gRPC that this product decides by (grpc.github.io/grpc/core/md_doc_statuscodes.html). */
export const grpcCodes = { unknown: 2, invalidArgument: 3, notFound: 5, alreadyExists: 6 } as const

/** Codes with which LND refuses a call; all others come from the transport too. */
const ANSWERS: ReadonlySet<number> = new Set([grpcCodes.unknown, grpcCodes.invalidArgument, grpcCodes.notFound, grpcCodes.alreadyExists])

/**
 * Code 2 that says nothing of the call: the node is starting or locked, the macaroon is another one, or something between us and the node answered
 * by a status of HTTP. LND gives these no code of their own.
 */
const NOT_OF_THE_CALL =
  /^received http|permission denied|macaroon|starting up|wallet (?:locked|not created|already unlocked)|verification failed|shutting down/i

const GrpcError = z.object({ code: z.number(), details: z.string().catch('') })

/** An error of a call; its message is the node's and stays in logs. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number
  /** The node itself refused this call, whose text it has read. */
  readonly isAnswer: boolean
  constructor(code: number, details: string) {
    super(details.slice(0, 200))
    this.code = code
    this.isAnswer = ANSWERS.has(code) && !NOT_OF_THE_CALL.test(details)
  }
}

/** The error of a call or stream, in whatever form it was thrown. */
export function nodeErrorOf(error: unknown): NodeError {
  const parsed = GrpcError.safeParse(error)
  if (parsed.success) return new NodeError(parsed.data.code, parsed.data.details)
  return new NodeError(-1, error instanceof Error ? error.message : String(error))
}
