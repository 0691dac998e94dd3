import type { IncomingMessage } from 'node:http'
import getRawBody from 'raw-body'
import { HttpRefusal } from '../errors/errors.ts'

const LARGEST_BODY = 64 * 1024
const MOST_LISTENED_TO = 64 * LARGEST_BODY

/**
 * A request's body, by the reader behind Express's own parsers. They themselves take the body of a client who has just left for absent, though
 * it may have named what a key shall open, say; and they listen to one without an end.
 *
 * @throws {HttpRefusal} 413 above 64 KiB, 408 when it does not come whole.
 */
export async function readBytes(request: IncomingMessage): Promise<Buffer> {
  try {
    return await getRawBody(request, { limit: LARGEST_BODY })
  } catch (cause) {
    if (isTooLarge(cause)) await listenOn(request)
    throw Object.assign(new HttpRefusal(isTooLarge(cause) ? tooLarge : brokenOff), { cause })
  }
}

const isTooLarge = (cause: unknown): boolean => cause instanceof Error && 'type' in cause && cause.type === 'entity.too.large'

/** A client that is cut off while it speaks does not hear the answer, so it may speak for a while; whether it hears it, then, is its affair. */
async function listenOn(request: IncomingMessage): Promise<void> {
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) if ((size += chunk.length) > MOST_LISTENED_TO) break
  } catch {
    // It was cut off, or has hung up.
  }
}

/** A client that hangs up while it speaks, or is cut off because it speaks too slowly, hears no answer; this one is what is counted. */
const brokenOff = { status: 408, code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time' } as const

/** What may be left of the body stays unread, so the connection cannot be used again. */
const tooLarge = {
  status: 413,
  code: 'BODY_TOO_LARGE',
  message: 'The body is larger than 64 KiB',
  headers: { Connection: 'close' },
} as const
