import type { RunningStripe } from '@gateway/devnet/stripe/start-stripe'
import { processorFor, startDouble, workAll } from '@gateway/operations/testing/test-cards'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, PROCESSOR_SECRET, type Said, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let stripe: RunningStripe
let shop: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  ;[server, stripe] = await Promise.all([startTestServer(), startDouble()])
  const role = await processorFor(server.api, stripe)
  Object.assign(server.api, { hear: () => workAll(role) })
  shop = await openShop(server)
})
afterAll(async () => {
  await server.close()
  await stripe.stop()
})

const say = (method: string, path: string, said: Said = {}) => server.say(method, path, { key: shop.key, ...said })

/** Sends an event as the processor does: signed bytes. */
function tell(event: Readonly<Record<string, unknown>>, secret = PROCESSOR_SECRET) {
  const body = JSON.stringify({ object: 'event', livemode: false, ...event }, null, 2)
  const time = Math.floor(server.api.clock.now().getTime() / 1_000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return server.say('POST', '/api/stripe/webhook', {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${time},v1=${signature}` },
  })
}

const pdf = new File(['%PDF-1.7'], 'receipt.pdf', { type: 'application/pdf' })

/** Sends files and texts, as a form would. */
async function sendForm(path: string, members: readonly (readonly [string, string | File])[], key = 'files-1') {
  const form = new FormData()
  for (const [name, value] of members) form.append(name, value)
  const request = new Request('http://gateway', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '', 'idempotency-key': key }
  return say('POST', path, { headers, body: Buffer.from(await request.arrayBuffer()) })
}

test.each(['payments', 'escrows', 'transactions', 'disputes', 'payouts'])('a page of %s has them under their name', async (name) => {
  const { status, body } = await say('GET', `/api/cards/${name}`)
  expect([status, body]).toMatchObject([200, { success: true, [name]: [], total: 0, limit: 50, offset: 0 }])
})

test('a business is onboarded, takes a card, and hears of it, over HTTP', async () => {
  const status = `/api/cards/connect/status/${shop.businessId}`
  expect((await say('GET', status)).status).toBe(404)
  const { body: methods } = await say('GET', `/api/businesses/${shop.businessId}/payment-methods`)
  expect(methods).toMatchObject({ success: true, crypto: true, cards: false, escrow: false, onboarding_complete: false })
  expect(await say('POST', '/api/cards/payments/create', { body: { amount: 2_500 } })).toMatchObject({
    status: 400,
    body: { code: 'ONBOARDING_REQUIRED' },
  })
  const link = await say('POST', '/api/stripe/connect/onboard', { body: { business_id: shop.businessId, country: 'us' } })
  expect(link).toMatchObject({
    status: 200,
    body: { success: true, onboarding_url: expect.stringMatching(/^http/), expires_at: expect.any(String) },
  })
  const account = String(link.body['processor_account_id'])
  expect(link.body).toMatchObject({ stripe_account_id: account, url: link.body['onboarding_url'] })
  await stripe.control.do('completeOnboarding', { account })
  server.api.clock.advance(1_000)
  expect(await tell({ id: 'evt_1', type: 'account.updated', account, data: { object: { object: 'account', id: account } } })).toMatchObject(
    {
      status: 200,
      body: { received: true },
    },
  )
  await server.api.hear({ channel: '', payload: '', ms: 0 })
  expect((await say('GET', status)).body).toMatchObject({ onboarding_complete: true, charges_enabled: true, requirements_due: [] })

  const made = await say('POST', '/api/stripe/payments/create', {
    body: { amount: 2_500, escrow_mode: true },
    headers: { 'idempotency-key': 'order-1' },
  })
  expect(made).toMatchObject({
    status: 201,
    body: { success: true, status: 'pending', currency: 'usd', amount: 2_500, escrow_mode: true, escrow_status: 'created', payment: {} },
  })
  const again = await say('POST', '/api/stripe/payments/create', {
    body: { amount: 2_500, escrow_mode: true },
    headers: { 'idempotency-key': 'order-1' },
  })
  expect([again.body['id'], again.headers['idempotent-replayed']]).toEqual([made.body['id'], 'true'])
  const session = String(made.body['checkout_session_id'])
  await fetch(String(made.body['checkout_url']), {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242' }),
    redirect: 'manual',
  })
  await tell({ id: 'evt_2', type: 'checkout.session.completed', data: { object: { object: 'checkout.session', id: session } } })
  await server.api.hear({ channel: '', payload: '', ms: 0 })
  const { body: paid } = await say('GET', `/api/cards/payments/${session}`)
  expect(paid).toMatchObject({
    id: made.body['id'],
    status: 'succeeded',
    escrow_status: 'funded',
    platform_fee_amount: 25,
    merchant_amount: 2_475,
  })
  expect((await say('GET', `/api/cards/payments/${String(paid['processor_payment_intent_id'])}`)).body).toMatchObject({
    id: made.body['id'],
  })
  expect((await say('GET', '/api/cards/payments?status=succeeded')).body).toMatchObject({ total: 1, payments: [{ id: made.body['id'] }] })
  // The feed waits for older transactions of the whole server, those of other tests included.
  await expect.poll(async () => JSON.stringify((await say('GET', '/api/events')).body)).toContain('card_payment_success')
})

test('card money is refunded once for a key, released, and listed, over HTTP', async () => {
  const { body: list } = await say('GET', '/api/cards/escrows?status=funded')
  const [escrow] = list['escrows'] as { id: string; payment_id: string }[]
  const refund = () =>
    say('POST', '/api/stripe/refund', {
      body: { payment_id: escrow?.payment_id, amount: 500 },
      headers: { 'idempotency-key': 'refund-1' },
    })
  const first = await refund()
  expect(first).toMatchObject({
    status: 200,
    body: { success: true, status: 'succeeded', amount_refunded: 500, total_refunded: 500, escrow_status: 'partially_refunded' },
  })
  expect((await refund()).body).toMatchObject({ refund_id: first.body['refund_id'], idempotent_replay: true })
  expect(await say('POST', '/api/cards/escrow/refund', { body: { escrow_id: escrow?.id, amount: 2_001 } })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_AMOUNT', details: { remaining: 2_000 } },
  })
  const release = () =>
    say('POST', '/api/cards/escrow/release', { body: { escrow_id: escrow?.id }, headers: { 'idempotency-key': 'release-1' } })
  const released = await release()
  expect(released).toMatchObject({
    status: 200,
    body: { transfer_id: expect.stringMatching(/^tr_/), amount_transferred: 1_980, escrow_id: escrow?.id, escrow_status: 'released' },
  })
  expect((await release()).body).toMatchObject({ transfer_id: released.body['transfer_id'], idempotent_replay: true })
  expect(await say('POST', '/api/cards/escrow/release', { body: { escrow_id: escrow?.id } })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_STATE' },
  })
  expect((await say('GET', `/api/cards/escrows/${escrow?.id}`)).body).toMatchObject({ status: 'released', amount_transferred: 1_980 })
  const { body: moved } = await say('GET', '/api/cards/transactions')
  expect((moved['transactions'] as { type: string }[]).map(({ type }) => type).toSorted()).toEqual(['charge', 'refund', 'transfer'])
  expect((await say('GET', `/api/cards/transactions/${escrow?.payment_id}`)).body).toMatchObject({ type: 'charge', amount: 2_500 })
})

test('a dispute is answered over HTTP, and payouts are listed', async () => {
  const { body: list } = await say('GET', '/api/cards/payments')
  const [payment] = list['payments'] as { id: string; payment_intent_id: string }[]
  const { id } = await stripe.control.do('openDispute', { charge: String(payment?.payment_intent_id), amount: 2_000 })
  await tell({ id: 'evt_dispute', type: 'charge.dispute.created', data: { object: { object: 'dispute', id } } })
  await server.api.hear({ channel: '', payload: '', ms: 0 })
  server.api.clock.advance(1)
  expect((await say('GET', `/api/cards/disputes/${id}`)).body).toMatchObject({ payment_id: payment?.id, can_respond: true })
  const evidence = { customer_name: 'Lena Hoffmann', submit: false }
  expect(await say('POST', `/api/cards/disputes/${id}/evidence`, { body: evidence })).toMatchObject({
    status: 200,
    body: { has_evidence: true, dispute: { status: 'needs_response' } },
  })
  const filed = () =>
    sendForm(`/api/cards/disputes/${id}/evidence`, [
      ['receipt', pdf],
      ['submit', 'false'],
    ])
  const answered = await filed()
  expect(answered).toMatchObject({ status: 200, body: { has_evidence: true, submission_count: 0 } })
  expect((await filed()).body).toEqual({ ...answered.body, idempotent_replay: true })
  const page = new File(['<html>'], 'page.html')
  expect(await sendForm(`/api/cards/disputes/${id}/evidence`, [['receipt', page]], 'files-2')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR', details: [{ field: 'receipt' }] },
  })
  expect(await sendForm('/api/cards/payments/create', [['amount', '900']], 'files-3')).toMatchObject({ status: 415 })
  server.api.clock.advance(1)
  expect((await say('POST', `/api/cards/disputes/${id}/accept`)).body).toMatchObject({ status: 'lost', can_respond: false })
  expect((await say('GET', '/api/cards/disputes?status=lost')).body).toMatchObject({ total: 1 })
  expect((await say('GET', '/api/cards/payouts')).body).toMatchObject({ payouts: [], total: 0 })
})

test('a refusal of the processor is 502 PROCESSOR_ERROR, also when it is repeated with its key', async () => {
  const { body } = await say('GET', `/api/cards/connect/status/${shop.businessId}`)
  await stripe.control.do('moveAccount', { account: String(body['processor_account_id']), charges_enabled: false })
  const ask = () => say('POST', '/api/cards/payments', { body: { amount: 900 }, headers: { 'idempotency-key': 'order-2' } })
  expect(await ask()).toMatchObject({ status: 502, body: { code: 'PROCESSOR_ERROR' } })
  expect(await ask()).toMatchObject({ status: 502, body: { code: 'PROCESSOR_ERROR', idempotent_replay: true } })
})

test('an event with a wrong signature is refused with 400', async () => {
  const event = { id: 'evt_3', type: 'account.updated', data: { object: { object: 'account', id: 'acct_1' } } }
  expect(await tell(event, 'whsec_wrong')).toMatchObject({ status: 400, body: { code: 'INVALID_SIGNATURE' } })
})
