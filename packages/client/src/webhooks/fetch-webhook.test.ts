import { expect, test } from 'vitest'
import { fetchWebhook } from './fetch-webhook.ts'
import { BODY, EVENT, SECRET, signed } from './test-delivery.ts'
import type { WebhookEvent } from './webhook-event.ts'

const post = (body: string, headers: Record<string, string>) => new Request('http://shop.example/hooks', { method: 'POST', body, headers })

test('a genuine event is handed over once, and answered 200 when it is through', async () => {
  const events: WebhookEvent[] = []
  const answer = await fetchWebhook({ secret: SECRET }, (event) => events.push(event))(post(BODY, signed(BODY)))
  expect([answer.status, await answer.json(), events]).toEqual([200, { received: true }, [EVENT]])
})

test('a forged one is answered 401 with a reason, and handed to nobody', async () => {
  const events: WebhookEvent[] = []
  const answer = await fetchWebhook({ secret: SECRET }, (event) => events.push(event))(post(`${BODY} `, signed(BODY)))
  expect([answer.status, await answer.json(), events]).toEqual([401, { error: 'the signature is not that of this body' }, []])
})

test('a body that no gateway sends is not read to its end', async () => {
  const answer = await fetchWebhook({ secret: SECRET }, () => {})(post('x'.repeat(1024 * 1024 + 1), signed(BODY)))
  expect([answer.status, await answer.json()]).toEqual([413, { error: 'the body is too large' }])
})

test('a request without a body is refused like any other', async () => {
  const answer = await fetchWebhook({ secret: SECRET }, () => {})(new Request('http://shop.example/hooks', { headers: signed(BODY) }))
  expect(answer.status).toBe(401)
})

test('what the receiver throws rises, so that the delivery comes again', async () => {
  const handle = fetchWebhook({ secret: SECRET }, () => Promise.reject(new Error('the disk is full')))
  await expect(handle(post(BODY, signed(BODY)))).rejects.toThrow('the disk is full')
})
