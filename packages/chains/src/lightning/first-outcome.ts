import type { NodeStream } from './lnd-client.ts'
import { type NodeError, nodeErrorOf } from './node-error.ts'
import type { SendOutcome } from './send-outcome.ts'

/** What a stream of a payment came to: an outcome, or the error that ended it, with whether a message had come before. */
export type StreamEnd = { readonly outcome: SendOutcome } | { readonly error: NodeError; readonly last: SendOutcome | undefined }

/** Reads a stream until a message is good enough, and closes it: that does not stop a payment. Never throws. */
export function firstOutcome(
  stream: NodeStream,
  { read, isEnough }: { read: (message: unknown) => SendOutcome; isEnough: (outcome: SendOutcome) => boolean },
): Promise<StreamEnd> {
  let last: SendOutcome | undefined
  return new Promise((resolve) => {
    stream.on('data', (message) => {
      last = read(message)
      if (!isEnough(last)) return
      resolve({ outcome: last })
      stream.cancel()
    })
    // Also after it was cancelled: gRPC reports that as an error, which nobody waits for any more.
    stream.on('error', (error) => resolve({ error: nodeErrorOf(error), last }))
    stream.on('end', () => resolve({ error: nodeErrorOf(new Error('the stream has ended')), last }))
  })
}
