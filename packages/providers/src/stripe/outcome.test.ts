import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createStripeClients } from './client.ts'
import { outcomeOf } from './outcome.ts'
import { createStripeProcessor } from './processor.ts'
import { readRefund } from './answers/money.ts'
import { refundCreation, refundRetrieval } from './requests/refunds.ts'

const keys = { checkout: 'rk_test_checkout', refunds: 'rk_test_refunds', transfers: 'rk_test_transfers' }
const refund = refundCreation({ intentId: 'i1', refundId: 'r1', paymentIntentId: 'pi_1', amountMinor: 500n, account: 'acct_1' })
const answered = { object: 'refund', id: 're_1', status: 'succeeded', amount: 500, currency: 'usd', metadata: { intent_id: 'i1' } }

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

interface Heard {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly url: string | undefined
  readonly body: string
}

/** A processor that answers every call by one function, and what it was sent. */
async function processorThat(answers: (response: ServerResponse) => void, timeoutMs = 5_000) {
  const heard: Heard[] = []
  const opened = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      heard.push({ headers: incoming.headers, url: incoming.url, body: Buffer.concat(chunks).toString('utf8') })
      answers(response)
    })
  })
  server = opened
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
  // The server listens on a port.
  const { port } = opened.address() as AddressInfo
  return { heard, processor: createStripeProcessor(createStripeClients({ keys, url: `http://127.0.0.1:${port}`, timeoutMs })) }
}

const json =
  (status: number, body: unknown) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' }).end(JSON.stringify(body))
const html =
  (status: number) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
const error = (status: number, about: Record<string, string>) => json(status, { error: { message: 'sk_live_secret', ...about } })

describe('a call of the processor', () => {
  test.each([
    [
      'a refusal for good',
      error(400, { type: 'invalid_request_error', code: 'charge_already_refunded' }),
      'refused',
      400,
      'charge_already_refunded',
    ],
    ['a declined card', error(402, { type: 'card_error', code: 'card_declined' }), 'refused', 402, 'card_declined'],
    ['a missing object', error(404, { type: 'invalid_request_error', code: 'resource_missing' }), 'refused', 404, 'resource_missing'],
    ['a lost account', error(403, { type: 'invalid_request_error', code: 'account_invalid' }), 'refused', 403, 'account_invalid'],
    ['a key without the permission', error(403, { type: 'invalid_request_error' }), 'wait', 403, null],
    ['a wrong key', error(401, { type: 'invalid_request_error' }), 'wait', 401, null],
    ['a key in flight', error(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }), 'wait', 409, 'idempotency_key_in_use'],
    ['too many calls', error(429, { type: 'invalid_request_error', code: 'rate_limit' }), 'wait', 429, 'rate_limit'],
    ['other parameters under one key', error(400, { type: 'idempotency_error' }), 'unknown', 400, null],
    ['an error of the processor', error(500, { type: 'api_error' }), 'unknown', 500, null],
    ['a late dependency', error(424, { type: 'api_error' }), 'unknown', 424, null],
    ['a page of a proxy with 502', html(502), 'unknown', null, null],
    ['a page of a proxy with 200', html(200), 'unknown', null, null],
    ['an answer of another shape', json(200, { object: 'refund', id: 're_1' }), 'unknown', 200, 'unreadable_answer'],
  ] as const)('that ends in %s is made once and says so without a secret', async (...[, answers, result, status, code]) => {
    const { processor, heard } = await processorThat(answers)
    const outcome = await processor.send(refund, { read: readRefund, idempotencyKey: 'card_refund:i1' })
    expect(outcome).toMatchObject({ result, status, code })
    expect(heard).toHaveLength(1)
    expect(JSON.stringify(outcome)).not.toMatch(/secret|rk_test/)
  })

  test('that is cut off is unknown, after the client has repeated it once under the same key', async () => {
    const { processor, heard } = await processorThat((response) => void response.destroy())
    expect(await processor.send(refund, { read: readRefund, idempotencyKey: 'card_refund:i1' })).toMatchObject({
      result: 'unknown',
      status: null,
    })
    // The client does so whatever it is told (RequestSender._shouldRetry), so no call may go without a key of its own.
    expect(heard.map(({ headers }) => headers['idempotency-key'])).toEqual(['card_refund:i1', 'card_refund:i1'])
  })

  test('that changes something is not made without a key of its own', async () => {
    const { processor, heard } = await processorThat(json(200, answered))
    await expect(processor.send(refund, { read: readRefund })).rejects.toThrow('refund_create needs an idempotency key')
    expect(heard).toEqual([])
  })

  test('that is not answered in time is unknown', async () => {
    const { processor, heard } = await processorThat(() => {}, 200)
    expect(await processor.send(refund, { read: readRefund, idempotencyKey: 'card_refund:i1' })).toMatchObject({
      result: 'unknown',
      status: null,
    })
    expect(heard).toHaveLength(1)
  })

  test('that is done has its own key, the key of its duty, the account, and the pinned version', async () => {
    const { processor, heard } = await processorThat(json(200, answered))
    const outcome = await processor.send(refund, { read: readRefund, idempotencyKey: 'card_refund:i1' })
    expect(outcome).toMatchObject({
      result: 'done',
      facts: { id: 're_1', intentId: 'i1', status: 'succeeded', amountMinor: 500n, currency: 'USD' },
    })
    expect(heard[0]?.headers).toMatchObject({
      'idempotency-key': 'card_refund:i1',
      authorization: 'Bearer rk_test_refunds',
      'stripe-account': 'acct_1',
      'stripe-version': '2026-10-28.endive',
    })
    expect(heard[0]?.headers).not.toHaveProperty('x-stripe-client-telemetry')
    expect(heard[0]?.body).toBe('payment_intent=pi_1&amount=500&metadata[intent_id]=i1&metadata[card_refund_id]=r1')
  })

  test('names the account in a header and never in the address', async () => {
    const { processor, heard } = await processorThat(json(200, answered))
    await processor.send(refundRetrieval('re_1', 'acct_1'), { read: readRefund })
    expect(heard[0]).toMatchObject({ url: '/v1/refunds/re_1', headers: { 'stripe-account': 'acct_1' } })
  })

  test('sends what was stored as JSON without a change', async () => {
    const { processor, heard } = await processorThat(json(200, answered))
    await processor.send(JSON.parse(JSON.stringify(refund)), { read: readRefund, idempotencyKey: 'card_refund:i1' })
    await processor.send(refund, { read: readRefund, idempotencyKey: 'card_refund:i1' })
    expect(heard[0]?.body).toBe(heard[1]?.body)
  })
})

test('whatever is thrown is read as an outcome, and without a status it is unknown', () => {
  fc.assert(
    fc.property(fc.anything(), (thrown) => {
      const { result, status } = outcomeOf(thrown)
      expect(status === null && result !== 'unknown').toBe(false)
    }),
  )
})
