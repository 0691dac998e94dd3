import type { NodeStream } from './lnd-client.ts'
import { type NodeError, nodeErrorOf } from './node-error.ts'
import type { SendOutcome } from './send-outcome.ts'

/** What a stream of a payment came to: an outcome, or the error that ended it, with whether a message had come before. */
export type StreamEnd = { readonly outcome: SendOutcome } | { readonly error: NodeError; readonly last: SendOutcome | undefined }

/** How a stream of a payment is read, and for how long. */
interface Reading {
  readonly read: (message: unknown) => SendOutcome
  readonly isEnough: (outcome: SendOutcome) => boolean
  readonly withinMs: number
}

/** Reads a stream until a message is good enough or the time has passed, and closes it: that does not stop a payment. Never throws. */
export function firstOutcome(stream: NodeStream, { read, isEnough, withinMs }: Reading): Promise<StreamEnd> {
  let last: SendOutcome | undefined
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<StreamEnd>((resolve) => {
    const end = (outcome: SendOutcome): void => {
      resolve({ outcome })
      stream.cancel()
    }
    timer = setTimeout(() => end(last ?? { kind: 'unknown', reason: 'no answer in time' }), withinMs)
    stream.on('data', (message) => {
      last = read(message)
      if (isEnough(last)) end(last)
    })
    // Also after it was cancelled: gRPC reports that as an error, which nobody waits for any more.
    stream.on('error', (error) => resolve({ error: nodeErrorOf(error), last }))
    stream.on('end', () => resolve({ error: nodeErrorOf(new Error('the stream has ended')), last }))
  })
  return ended.finally(() => clearTimeout(timer))
}
