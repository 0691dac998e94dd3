import type { PaymentEvent } from '@gateway/operations/payments/reading/read-payment-updates'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openEventStream } from './event-stream.ts'
import { sendUpdates } from './sse-updates.ts'

const MANY = 10_000
/** The size of an event with maximum metadata. */
const MESSAGE_BYTES = 11_000

/** The answer to a client that sends a request and reads nothing. */
async function askAndReadNothing(): Promise<ServerResponse> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  client.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return response
}

const eventOf = (sequence: number): PaymentEvent => ({
  sequence,
  type: 'payment.pending',
  createdAt: new Date(0),
  // A stream presents payments by its `show`; only the status of this one matters.
  payment: { status: 'detected' } as PaymentEvent['payment'],
})

test('a client that reads nothing gets no more than a connection buffers, and the position to resume is kept', async () => {
  const response = await askAndReadNothing()
  const stream = { out: openEventStream(response, () => {}), after: 0, show: () => 'x'.repeat(MESSAGE_BYTES) }
  const events = Array.from({ length: MANY }, (_, at) => eventOf(at + 1))
  for (let round = 0; round < MANY; round++) {
    sendUpdates(stream, events)
    await new Promise(setImmediate)
  }
  expect(response.writableLength).toBeLessThan(response.writableHighWaterMark + 2 * MESSAGE_BYTES)
  expect(stream.after).toBeLessThan(MANY)
  expect(response.destroyed).toBe(false)
})
