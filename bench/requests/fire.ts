import { Agent, request } from 'node:http'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'

/** A request to repeat: a POST with a body, a GET without one. */
export interface Shot {
  readonly port: number
  readonly path: string
  readonly body?: string
  readonly key?: string | undefined
  /** Sends a new idempotency key with each request. */
  readonly isKeyed?: boolean
}

/** The result of a volley. */
export interface Volley {
  readonly perSecond: number
  /** Milliseconds of each request. */
  readonly latencies: readonly number[]
}

/** Repeats requests on some connections for a while; each connection takes the shots in turn. @throws {Error} when a request is refused. */
export async function fire(shots: readonly Shot[], { connections, ms }: { connections: number; ms: number }): Promise<Volley> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  const startedAt = performance.now()
  const lane = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() - startedAt < ms; turn++) {
      const shot = shots[turn % shots.length]
      const sentAt = performance.now()
      if (shot) await send(agent, shot)
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => lane(index)))
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  return { perSecond: latencies.length / seconds, latencies }
}

const SUCCESS = new Set([200, 201])

async function send(agent: Agent, shot: Shot): Promise<void> {
  const { port, path, body } = shot
  const method = body === undefined ? 'GET' : 'POST'
  const outgoing = request({ agent, host: '127.0.0.1', port, path, method, headers: headersOf(shot) })
  outgoing.end(body)
  const [answer] = await once(outgoing, 'response')
  const chunks: Buffer[] = await answer.toArray()
  if (!SUCCESS.has(answer.statusCode))
    throw new Error(`${path} answered ${answer.statusCode}: ${Buffer.concat(chunks).toString().slice(0, 300)}`)
}

const headersOf = ({ body, key, isKeyed }: Shot): Record<string, string> => ({
  ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  ...(key && { authorization: `Bearer ${key}` }),
  ...(isKeyed && { 'idempotency-key': randomUUID() }),
})
