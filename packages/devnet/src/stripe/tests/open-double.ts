import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { type RunningStripe, startStripe, type StripeOptions } from '../start-stripe.ts'

/** An event as an endpoint received it, its signature verified. */
interface Received {
  readonly endpoint: 'platform' | 'connect'
  readonly event: Stripe.Event
}

/** A double with a client, and a receiver of its events. */
export interface OpenDouble extends RunningStripe {
  readonly stripe: Stripe
  readonly received: Received[]
  /** The statuses of the receiver's next answers; 200 when there is none. */
  readonly answers: number[]
  readonly clientOf: (key: string) => Stripe
  readonly types: () => string[]
}

const SECRETS = { platform: 'whsec_platform', connect: 'whsec_connect' } as const
const KEY = 'sk_test_everything'

/** Starts a double whose client may do everything, as a test needs it. */
export async function openDouble(options: Partial<StripeOptions> = {}): Promise<OpenDouble> {
  const received: Received[] = []
  const answers: number[] = []
  const receiver = receive(received, answers)
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address with one.
  const { port } = receiver.address() as AddressInfo
  const webhooks = {
    platform: { url: `http://127.0.0.1:${port}/platform`, secret: SECRETS.platform },
    connect: { url: `http://127.0.0.1:${port}/connect`, secret: SECRETS.connect },
  }
  const keys = [{ key: KEY, permissions: 'all' as const }]
  const double = await startStripe({ webhooks, retryMs: 10, ...options, keys: [...keys, ...(options.keys ?? [])] })
  const clientOf = (key: string) => new Stripe(key, { ...double.connection, maxNetworkRetries: 0, telemetry: false })
  const stop = async () => {
    await double.stop()
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  }
  return { ...double, stop, stripe: clientOf(KEY), clientOf, received, answers, types: () => received.map(({ event }) => event.type) }
}

function receive(received: Received[], answers: number[]): Server {
  return createServer((request, response) => {
    void text(request).then((body) => {
      const status = answers.shift() ?? 200
      const endpoint = request.url === '/platform' ? 'platform' : 'connect'
      const signature = request.headers['stripe-signature'] ?? ''
      if (status === 200) received.push({ endpoint, event: Stripe.webhooks.constructEvent(body, signature, SECRETS[endpoint]) })
      response.writeHead(status).end()
    })
  })
}
