import { expect, test } from 'vitest'
import { listen as serve, type Answer, openGateway, refusal } from '../test-gateway.ts'
import { verifyWebhook } from '../webhooks.ts'
import { runOn } from './test-terminal.ts'

const event = (id: string) => ({ id, type: 'payment.completed', sequence: 4, data: { description: 'Café ☕' } })
const page = (ids: readonly string[], { more = false, cursor = ids.at(-1) }: { more?: boolean; cursor?: string } = {}): Answer => ({
  body: { events: ids.map(event), next_cursor: cursor ?? null, has_more: more },
})

/** A receiver with one answer after the other, which ends the command at its last delivery. */
async function receiver(statuses: readonly number[]) {
  const ending = new AbortController()
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = []
  const url = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      // Node joins repeated headers; none is.
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(statuses[received.length - 1] ?? 200).end()
      if (received.length >= statuses.length) ending.abort()
    })
  })
  return { url: `${url}/hook`, received, signal: ending.signal }
}

test('listen sends new events, not old ones, to the receiver, each with a genuine signature', async () => {
  const { url: gateway, received: asked } = await openGateway(
    page(['evt_1'], { more: true }),
    page(['evt_2']),
    page(['evt_3']),
    page([], { cursor: 'evt_3' }),
  )
  const hook = await receiver([200])
  const { code, error } = await runOn(gateway, ['listen', '--forward-to', hook.url], { signal: hook.signal })
  expect(code).toBe(0)
  const [delivery] = hook.received
  if (delivery === undefined) throw new Error('nothing was delivered')
  const [, secret = ''] = /signed with (whsec_\S+)/.exec(error) ?? []
  const body = new TextEncoder().encode(delivery.body)
  expect(await verifyWebhook({ body, headers: delivery.headers }, { secret })).toMatchObject({
    id: 'evt_3',
    data: { description: 'Café ☕' },
  })
  const { 'x-service-signature': _own, ...standard } = delivery.headers
  expect(await verifyWebhook({ body, headers: standard }, { secret })).toMatchObject({ id: 'evt_3' })
  expect(asked.slice(0, 3).map(({ path }) => path)).toEqual([
    '/api/events?limit=100',
    '/api/events?limit=100&after=evt_1',
    '/api/events?limit=100&after=evt_2',
  ])
})

test('listen repeats a failed delivery twice, then goes on with the next event', async () => {
  const { url: gateway } = await openGateway(page(['evt_2', 'evt_3']))
  const hook = await receiver([500, 302, 503, 200])
  const { error } = await runOn(gateway, ['listen', '--forward-to', hook.url, '--after', 'evt_1'], { signal: hook.signal })
  expect(hook.received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_2', 'evt_2', 'evt_2', 'evt_3'])
  expect(error).toContain('payment.completed evt_2 → 503')
})

test('listen survives an outage of the gateway, and ends with 1 when its key may not read events', async () => {
  const { url: gateway } = await openGateway(refusal(500, 'INTERNAL'), page(['evt_2']), refusal(403, 'FORBIDDEN'))
  const hook = await receiver([200, 200])
  const { code, error } = await runOn(gateway, ['listen', '--forward-to', hook.url, '--after', 'evt_1'], { signal: hook.signal })
  expect(code).toBe(1)
  expect(error).toContain('the gateway cannot be read: refused: INTERNAL')
  expect(error).toContain('payment.completed evt_2 → 200')
})
