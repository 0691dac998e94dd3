import { expect, test } from 'vitest'
import { fetchWebhook } from './fetch-webhook.ts'
import { BODY, EVENT, SECRET, signed } from './test-delivery.ts'
import type { WebhookEvent } from './webhook-event.ts'

const post = (body: string, headers: Record<string, string>) => new Request('http://shop.example/hooks', { method: 'POST', body, headers })

test('fetchWebhook passes a genuine event on once, and answers 200 afterwards', async () => {
  const events: WebhookEvent[] = []
  const answer = await fetchWebhook({ secret: SECRET }, (event) => events.push(event))(post(BODY, signed(BODY)))
  expect([answer.status, await answer.json(), events]).toEqual([200, { received: true }, [EVENT]])
})

test('fetchWebhook answers 401 with a reason to a forged delivery, and does not pass it on', async () => {
  const events: WebhookEvent[] = []
  const answer = await fetchWebhook({ secret: SECRET }, (event) => events.push(event))(post(`${BODY} `, signed(BODY)))
  expect([answer.status, await answer.json(), events]).toEqual([401, { error: 'the signature is not that of this body' }, []])
})

test('fetchWebhook stops reading an oversized body', async () => {
  const answer = await fetchWebhook({ secret: SECRET }, () => {})(post('x'.repeat(1024 * 1024 + 1), signed(BODY)))
  expect([answer.status, await answer.json()]).toEqual([413, { error: 'the body is too large' }])
})

test('fetchWebhook rejects a request without a body', async () => {
  const answer = await fetchWebhook({ secret: SECRET }, () => {})(new Request('http://shop.example/hooks', { headers: signed(BODY) }))
  expect(answer.status).toBe(401)
})

test('fetchWebhook rethrows an error of the receiver, so that the delivery is retried', async () => {
  const handle = fetchWebhook({ secret: SECRET }, () => Promise.reject(new Error('the disk is full')))
  await expect(handle(post(BODY, signed(BODY)))).rejects.toThrow('the disk is full')
})
