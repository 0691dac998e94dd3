import { once } from 'node:events'
import { request } from 'node:http'

/** A payment to follow: by its merchant with a key, by its payer without. */
export interface Followed {
  readonly id: string
  readonly key?: string | undefined
}

/** An event that arrived at the stream of its payment; `at` is in milliseconds since 1970. */
interface Arrival {
  readonly paymentId: string
  readonly sequence: number
  readonly at: number
}

/** Open streams, each on a connection of its own. */
export interface OpenStreams {
  readonly arrivals: readonly Arrival[]
  close(): void
}

const AT_ONCE = 20

/** Opens a stream for each payment, some at a time, and resolves once all are answered. @throws {Error} when a stream is refused. */
export async function openStreams(port: number, followed: readonly Followed[]): Promise<OpenStreams> {
  const arrivals: Arrival[] = []
  const open: (() => void)[] = []
  const waiting = [...followed]
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) open.push(await openOne(port, next, arrivals))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return { arrivals, close: () => open.forEach((close) => close()) }
}

const EVENT_ID = /^id: (\d+)$/gm

async function openOne(port: number, { id, key }: Followed, arrivals: Arrival[]): Promise<() => void> {
  const headers = { accept: 'text/event-stream', ...(key && { authorization: `Bearer ${key}` }) }
  const outgoing = request({ agent: false, host: '127.0.0.1', port, path: `/api/payments/${id}/events`, headers })
  outgoing.end()
  const [answer] = await once(outgoing, 'response')
  if (answer.statusCode !== 200) throw new Error(`the stream of ${id} was answered with ${answer.statusCode}`)
  // The bench closes the stream, or the server does when it stops.
  outgoing.on('error', () => {})
  answer.on('error', () => {})
  answer.setEncoding('utf8')
  answer.on('data', (text: string) => {
    const at = performance.timeOrigin + performance.now()
    for (const [, sequence] of text.matchAll(EVENT_ID)) arrivals.push({ paymentId: id, sequence: Number(sequence), at })
  })
  return () => outgoing.destroy()
}
