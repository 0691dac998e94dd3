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
  const role = processorFor(server.api, stripe)
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
  const { body: feed } = await say('GET', '/api/events')
  expect(JSON.stringify(feed)).toContain('card_payment_success')
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
