import express, { type Express } from 'express'
import { describe, expect, test } from 'vitest'
import { listen } from '../test-gateway.ts'
import { expressWebhook } from './express-webhook.ts'
import { BODY, EVENT, SECRET, signed } from './test-delivery.ts'
import type { WebhookEvent } from './webhook-event.ts'

const deliver = async (url: string, body = BODY) => {
  const answer = await fetch(`${url}/hooks`, { method: 'POST', body, headers: signed(BODY) })
  return [answer.status, await answer.json()]
}

async function shop(prepare: (app: Express) => void, onEvent: (event: WebhookEvent) => unknown = () => {}) {
  const app = express()
  prepare(app)
  const handle = expressWebhook({ secret: SECRET }, onEvent)
  app.post('/hooks', (request, response) => {
    void handle(request, response, (error) => response.status(500).json({ error: String(error) }))
  })
  return listen(app)
}

describe.each([
  ['before every parser', () => {}],
  ['behind express.raw()', (app: Express) => void app.use(express.raw({ type: '*/*' }))],
  ['behind express.text()', (app: Express) => void app.use(express.text({ type: '*/*' }))],
])('expressWebhook %s', (_, prepare) => {
  test('passes a genuine event on and answers 200, and answers 401 to a forged one', async () => {
    const events: WebhookEvent[] = []
    const url = await shop(prepare, (event) => events.push(event))
    expect(await deliver(url)).toEqual([200, { received: true }])
    expect(await deliver(url, `${BODY} `)).toEqual([401, { error: 'the signature is not that of this body' }])
    expect(events).toEqual([EVENT])
  })
})

test('expressWebhook fails behind express.json(), because the signed bytes are gone', async () => {
  const url = await shop((app) => void app.use(express.json()))
  expect(await deliver(url)).toEqual([500, { error: expect.stringContaining('before express.json()') }])
})

test('expressWebhook passes an error of the receiver to the error handler of Express', async () => {
  const url = await shop(
    () => {},
    () => Promise.reject(new Error('the disk is full')),
  )
  expect(await deliver(url)).toEqual([500, { error: 'Error: the disk is full' }])
})

test("expressWebhook answers 500 on Node's own server when the receiver throws", async () => {
  const handle = expressWebhook({ secret: SECRET }, () => Promise.reject(new Error('the disk is full')))
  const url = await listen((request, response) => void handle(request, response))
  expect(await deliver(url)).toEqual([500, { error: 'the event could not be handled' }])
})
