import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/** A webhook that the merchant's server has accepted. */
interface Received {
  /** The event id, the same in every repeat. */
  readonly id: string
  readonly type: string
  readonly paymentId: string
  readonly sequence: number
  /** The facts of the event, flat. */
  readonly data: Readonly<Record<string, unknown>>
  readonly at: number
}

/** The merchant's server: checks every signature over the raw body and answers 401 to an invalid one. */
export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Set once the business exists; until then no signature verifies. */
  secret: string
  /** Called for each accepted webhook. */
  onEvent: (event: Received) => void
  close(): void
}

const ACCEPTED_AGE_SECONDS = 300

/** Starts the merchant's server on a free loopback port. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const receiver = { secret: '', onEvent: (_event: Received) => {} }
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const genuine = isGenuine(request.headers['x-service-signature'], body, receiver.secret)
      if (genuine) {
        const {
          id,
          type,
          payment_id: paymentId,
          sequence,
          data,
        } = JSON.parse(body) as { id: string; type: string; payment_id: string; sequence: number; data: Received['data'] }
        const event = { id, type, paymentId, sequence, data, at: performance.now() }
        received.push(event)
        receiver.onEvent(event)
      }
      response.writeHead(genuine ? 200 : 401, { 'content-type': 'application/json' }).end(genuine ? '{}' : '{"error":"bad signature"}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  return Object.assign(receiver, { url: `http://127.0.0.1:${address.port}/hooks`, received, close: () => void server.close() })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function isGenuine(header: string | string[] | undefined, body: string, secret: string): boolean {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(header))
  if (!match || Math.abs(Date.now() / 1_000 - Number(match[1])) > ACCEPTED_AGE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${match[1]}.${body}`).digest('hex')
  return timingSafeEqual(Buffer.from(expected), Buffer.from(match[2] ?? ''))
}
