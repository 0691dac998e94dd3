import pg from 'pg'

/** A standing connection that hears what transactions announce on commit. */
export interface Listener {
  /** Resolves with the next notification of this channel (and payload, if given), or after `ms`. */
  next(wanted: { channel: string; payload?: string; ms: number }): Promise<void>
  close(): Promise<void>
}

const RECONNECT_MS = 1_000

/**
 * Listens on some channels of a database (LISTEN/NOTIFY), reconnecting for as long as it is open.
 *
 * A notification only shortens a wait; nothing may depend on one arriving.
 */
export function listen(url: string, channels: readonly string[]): Listener {
  const waiting = new Set<(message: { channel: string; payload: string }) => void>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client(url)
    fresh.on('notification', ({ channel, payload = '' }) => waiting.forEach((hear) => hear({ channel, payload })))
    fresh.on('error', () => {})
    fresh.on('end', retry)
    try {
      await fresh.connect()
      for (const channel of channels) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      client = fresh
    } catch {
      // Waits fall back to their time-outs until the database is there again.
      await fresh.end().catch(() => {})
    }
  }
  const retry = (): void => {
    client = undefined
    if (!closed) timer = setTimeout(() => void connect(), RECONNECT_MS)
  }
  void connect()
  return {
    next: ({ channel, payload, ms }) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(deadline)
          waiting.delete(hear)
          resolve()
        }
        const hear = (message: { channel: string; payload: string }): void => {
          if (message.channel === channel && (payload === undefined || payload === message.payload)) done()
        }
        const deadline = setTimeout(done, ms)
        waiting.add(hear)
      }),
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
