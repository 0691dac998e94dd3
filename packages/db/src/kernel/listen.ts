import pg from 'pg'

/** A standing connection that hears what transactions announce on commit. */
export interface Listener {
  /** Resolves with the next notification of this channel (and payload, if given), or after `ms`. */
  next(wanted: { channel: string; payload?: string; ms: number }): Promise<void>
  /** As `next`, for a caller that works between its waits: a notification that came meanwhile ends the following wait at once. */
  follow(wanted: { channel: string; payload: string }): (ms: number) => Promise<void>
  /** Calls `ear` with the payload of every notification of a channel, until the listener closes. */
  on(channel: string, ear: (payload: string) => void): void
  close(): Promise<void>
}

interface Message {
  readonly channel: string
  readonly payload: string
}

type Ear = (message: Message) => void

const RECONNECT_MS = 1_000

/**
 * Listens on some channels of a database (LISTEN/NOTIFY), reconnecting for as long as it is open.
 *
 * A notification only shortens a wait; nothing may depend on one arriving.
 */
export function listen(url: string, channels: readonly string[]): Listener {
  const ears = new Set<Ear>()
  const stopConnection = stayConnected({ url, channels, hear: (message) => ears.forEach((ear) => ear(message)) })
  return {
    next: (wanted) => waitFor(ears, wanted),
    follow: (wanted) => followed(ears, wanted),
    on: (channel, ear) => {
      ears.add((message) => {
        if (message.channel === channel) ear(message.payload)
      })
    },
    close: stopConnection,
  }
}

function waitFor(ears: Set<Ear>, { channel, payload, ms }: { channel: string; payload?: string; ms: number }): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(deadline)
      ears.delete(ear)
      resolve()
    }
    const ear: Ear = (message) => {
      if (message.channel === channel && (payload === undefined || payload === message.payload)) done()
    }
    const deadline = setTimeout(done, ms)
    ears.add(ear)
  })
}

function followed(ears: Set<Ear>, wanted: Message): (ms: number) => Promise<void> {
  let missed = false
  ears.add(({ channel, payload }) => {
    if (channel === wanted.channel && payload === wanted.payload) missed = true
  })
  return async (ms) => {
    if (!missed) await waitFor(ears, { ...wanted, ms })
    missed = false
  }
}

/** Keeps a listening connection up; returns what ends it. While it is down, waits fall back to their time-outs. */
function stayConnected({ url, channels, hear }: { url: string; channels: readonly string[]; hear: Ear }): () => Promise<void> {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  const connect = (): void => {
    client = new pg.Client(url)
    client.on('notification', ({ channel, payload = '' }) => hear({ channel, payload }))
    client.on('error', () => {})
    client.once('end', () => {
      if (!closed) retry = setTimeout(connect, RECONNECT_MS)
    })
    void subscribe(client, channels)
  }
  connect()
  return async () => {
    closed = true
    clearTimeout(retry)
    await client?.end().catch(() => {})
  }
}

async function subscribe(client: pg.Client, channels: readonly string[]): Promise<void> {
  try {
    await client.connect()
    for (const channel of channels) await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
  } catch {
    // Ending it makes the client say `end`, which starts the next try.
    await client.end().catch(() => {})
  }
}
