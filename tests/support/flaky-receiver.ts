import { freePort } from '@gateway/devnet/processes/port'
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'

/** One request of the gateway, with any answer. */
export interface Attempt {
  readonly id: string
  readonly type: string
  readonly paymentId: string
  readonly sequence: number
  readonly body: string
  /** The signing time in the request, in seconds since the epoch. */
  readonly signedAt: number
  readonly signature: string
  /** The signature list of Standard Webhooks. */
  readonly signatures: readonly string[]
  readonly status: number
  /** Arrival, in milliseconds since the epoch. */
  readonly heardAt: number
}

/** A time without a listener, in milliseconds since the epoch. */
interface Absence {
  readonly awayFrom: number
  readonly awayTo: number
}

/** A merchant's server that can go away and whose answers the test sets. */
export interface FlakyReceiver {
  readonly url: string
  readonly attempts: readonly Attempt[]
  /** Past absences. */
  readonly absences: readonly Absence[]
  /** The status of further answers, or a function of the event. */
  answer: number | ((event: Pick<Attempt, 'type' | 'paymentId'>) => number)
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

/** Starts a merchant's server on a loopback port that it keeps while away. */
export async function startFlakyReceiver(): Promise<FlakyReceiver> {
  const attempts: Attempt[] = []
  const absences: Absence[] = []
  const port = await freePort()
  const receiver = { url: `http://127.0.0.1:${port}/hooks`, attempts, absences, answer: 200 as FlakyReceiver['answer'] }
  const open = (): Promise<Server> =>
    listen(port, (heard) => {
      const status = typeof receiver.answer === 'number' ? receiver.answer : receiver.answer(heard)
      attempts.push({ ...heard, status, heardAt: Date.now() })
      return status
    })
  let server = await open()
  let awayFrom = 0
  return Object.assign(receiver, {
    goAway: async () => {
      awayFrom = Date.now()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
    comeBack: async () => {
      server = await open()
      absences.push({ awayFrom, awayTo: Date.now() })
    },
  })
}

/** True when the attempt is signed with the secret over exactly the bytes that arrived. */
export function isSigned({ body, signature, signedAt }: Attempt, secret: string): boolean {
  return signature === `t=${signedAt},v1=${createHmac('sha256', secret).update(`${signedAt}.${body}`).digest('hex')}`
}

async function listen(port: number, hear: (heard: Omit<Attempt, 'status' | 'heardAt'>) => number): Promise<Server> {
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const { type, payment_id: paymentId, sequence } = JSON.parse(body) as { type: string; payment_id: string; sequence: number }
    const header = (name: string): string => String(request.headers[name])
    const signature = header('x-service-signature')
    const status = hear({
      id: header('webhook-id'),
      type,
      paymentId,
      sequence,
      body,
      signedAt: Number(header('webhook-timestamp')),
      signature,
      signatures: header('webhook-signature').split(' '),
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return server
}
