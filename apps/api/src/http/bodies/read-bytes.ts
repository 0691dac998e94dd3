import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { HttpRefusal } from '../errors/errors.ts'

/** The largest body without files, in bytes. */
export const LARGEST_BODY = 64 * 1024
const MAX_LISTENED_TO = 64 * LARGEST_BODY

/**
 * Reads a request's body with the reader behind Express's own parsers, which would treat the body of a disconnected client as absent,
 * although it may have limited the scopes of a key, and would read an endless one.
 * @param largest - in bytes; 64 KiB by default.
 * @throws {HttpRefusal} 413 above it, 408 when it is incomplete.
 */
export async function readBytes(request: IncomingMessage, largest = LARGEST_BODY): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit: largest })
  } catch (cause) {
    if (isTooLarge(cause)) await listenOn(request)
    throw Object.assign(new HttpRefusal(isTooLarge(cause) ? tooLarge(largest) : brokenOff), { cause })
  }
}

const isTooLarge = (cause: unknown): boolean => cause instanceof Error && 'type' in cause && cause.type === 'entity.too.large'

/** A client cut off while it sends does not receive the answer, so the rest of its body is read for a while. */
async function listenOn(request: IncomingMessage): Promise<void> {
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) if ((size += chunk.length) > MAX_LISTENED_TO) break
  } catch {
    // It was cut off, or disconnected.
  }
}

/** A client that disconnects or is too slow receives no answer; this one is for the metrics. */
const brokenOff = { status: 408, code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time' } as const

/** The rest of the body stays unread, so the connection cannot be reused. */
const tooLarge = (largest: number) =>
  ({
    status: 413,
    code: 'BODY_TOO_LARGE',
    message: `The body is larger than ${largest / 1024} KiB`,
    headers: { Connection: 'close' },
  }) as const
