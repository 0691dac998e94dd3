import { receiveProcessorEvent } from '@gateway/operations/cards/inbox/receive-event'
import type { ServerContext } from '../context.ts'
import { readBytes } from '../http/bodies/read-bytes.ts'
import type { ApiRequest, Answer, Route } from '../http/route.ts'

/** An event holds its whole object, such as the evidence of a dispute. */
const LARGEST_EVENT = 512 * 1024

/** Where the card processor sends its events. They are verified over the raw body and stored; nothing else of them counts. */
export const processorEventsRoute = (api: ServerContext): Route => ({
  method: 'POST',
  path: '/api/cards/webhook',
  cors: false,
  // The processor calls from few addresses, and its signature is the limit.
  isCounted: true,
  answer: (request) => receive(api, request),
})

async function receive(api: ServerContext, { message }: ApiRequest): Promise<Answer> {
  const body = await readBytes(message, LARGEST_EVENT)
  const signature = message.headers['stripe-signature']
  const header = typeof signature === 'string' ? signature : undefined
  await receiveProcessorEvent(api, { body, signature: header, secrets: api.processorSecrets })
  return { status: 200, body: JSON.stringify({ received: true }) }
}
