import type { ServerResponse } from 'node:http'
import { breakOff } from './break-off.ts'

/** One message of a stream. */
export interface StreamMessage {
  readonly id?: number
  readonly event: string
  readonly content: unknown
}

const RETRY_MS = 5_000

/**
 * An open event stream of one client.
 * Unread messages are held in memory, so a writer must first check for capacity: at most Node's high-water mark and one message are held. A
 * client that reads nothing is disconnected by the connection's silence limit.
 */
export interface EventStream {
  /** False while the client has so much unread that nothing more should be written. */
  takesMore(): boolean
  send(message: StreamMessage): void
  /** Writes a comment line, which keeps proxies from closing the connection; does nothing while enough is unread. */
  keepAlive(): void
  end(): void
  /** Ends the stream in a way that no client takes for its end. */
  breakOff(): void
}

/** Starts a stream whose headers are sent (WHATWG HTML, server-sent events); `onRoom` is called when a full client has capacity again. */
export function openEventStream(response: ServerResponse, onRoom: () => void): EventStream {
  const takesMore = (): boolean => !response.writableNeedDrain
  response.on('drain', onRoom)
  response.write(`retry: ${RETRY_MS}\n\n`)
  return {
    takesMore,
    send: ({ id, event, content }) =>
      void response.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(content)}\n\n`),
    keepAlive: () => void (takesMore() && response.write(': still here\n\n')),
    end: () => void response.end(),
    breakOff: () => breakOff(response),
  }
}
