import type { ServerResponse } from 'node:http'

/** One message of a stream. */
export interface StreamMessage {
  readonly id?: number
  readonly event: string
  readonly content: unknown
}

const RETRY_MS = 5_000

/**
 * An open stream of events to one client.
 *
 * What its client has not read yet is held in memory, so whoever writes asks first whether it takes more: held is never more than Node's mark and one
 * message. A client that reads nothing at all is let go by the connection's limit of silence, whatever it has missed.
 */
export interface EventStream {
  /** False while its client has so much left to read that nothing more should be said. */
  takesMore(): boolean
  send(message: StreamMessage): void
  /** A comment line, which keeps proxies from closing the connection; nothing where there is enough to read. */
  keepAlive(): void
  end(): void
}

/** Begins a stream whose headers are sent (WHATWG HTML, server-sent events); `onRoom` hears when a client that took no more takes more again. */
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
  }
}
