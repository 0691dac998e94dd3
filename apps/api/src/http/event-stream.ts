import type { ServerResponse } from 'node:http'

/** One message of a stream. */
export interface StreamMessage {
  readonly id?: number
  readonly event: string
  readonly content: unknown
}

const RETRY_MS = 5_000
// A receiver that reads nothing is let go before it costs memory; it comes back with the id of what it has seen.
const MOST_UNREAD_BYTES = 64 * 1_024

/** An open stream of events to one client. */
export interface EventStream {
  send(message: StreamMessage): void
  /** A comment line, which keeps proxies from closing the connection. */
  keepAlive(): void
  end(): void
}

/** Begins a stream whose headers are sent (WHATWG HTML, server-sent events). */
export function openEventStream(response: ServerResponse): EventStream {
  const write = (text: string): void => {
    if (response.writableLength > MOST_UNREAD_BYTES) return void response.destroy()
    response.write(text)
  }
  write(`retry: ${RETRY_MS}\n\n`)
  return {
    send: ({ id, event, content }) =>
      write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(content)}\n\n`),
    keepAlive: () => write(': still here\n\n'),
    end: () => void response.end(),
  }
}
