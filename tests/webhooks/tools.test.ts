import { eventNames } from '@gateway/contract/events'
import { sealWebhookSecret } from '@gateway/operations/businesses/webhook-secret'
import { standardKey } from '@gateway/operations/webhooks/sign-delivery'
import { eventually } from '@gateway/testing/wait'
import { createHmac, createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { type Attempt, type FlakyReceiver, isSigned, startFlakyReceiver } from '../support/flaky-receiver.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { type Said, say } from '../support/say.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

let story: Story
let receiver: FlakyReceiver
let shop: Shop
beforeAll(async () => {
  story = await sharedStory()
  receiver = await startFlakyReceiver()
  shop = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: receiver.url })
  await eventually('the event of the new business', async () => receiver.attempts.length === 1)
})
afterAll(async () => {
  await receiver?.goAway()
  await story?.close()
})

const TIMED_OUT = 'No answer came: timeout'

type Entry = Readonly<Record<string, unknown>>

const ask = (route: string, body?: Readonly<Record<string, unknown>>, headers?: Readonly<Record<string, string>>) =>
  say(story.gateway.api, route, { key: shop.key, ...(body && { body }), ...(headers && { headers }) })
const logs = async (query = '') => (await ask(`GET /webhooks${query}`)).body['logs'] as readonly Entry[]
const test_ = (body: Readonly<Record<string, unknown>> = {}) => ask('POST /webhooks/test', body)
const last = (): Attempt => receiver.attempts.at(-1) ?? expect.fail('nothing arrived')

describe('POST /webhooks/test: 200', () => {
  test.each(eventNames)('a sample of %s arrives, signed like the real one', async (eventType) => {
    const { status, body } = await test_({ event_type: eventType })
    expect({ status, ...body }).toMatchObject({ status: 200, success: true, statusCode: 200, status_code: 200, event: eventType })
    const sent = last()
    expect(sent).toMatchObject({ type: eventType, id: expect.stringMatching(/^evt_test_[0-9a-f]{32}$/) })
    expect(isSigned(sent, shop.receiver.secret)).toBe(true)
    expect(JSON.parse(sent.body)).toMatchObject({
      test: true,
      event_type: eventType,
      business_id: shop.businessId,
      data: expect.anything(),
    })
    expect(JSON.stringify(JSON.parse(sent.body))).toBe(sent.body)
  })

  test('the event may be named by event, type or eventType, and defaults to payment.completed', async () => {
    for (const member of ['event', 'type', 'eventType'])
      expect((await test_({ [member]: 'payment.expired' })).body).toMatchObject({ event: 'payment.expired' })
    expect((await ask(`POST /businesses/${shop.businessId}/webhook-test`, {})).body).toMatchObject({
      event: 'payment.completed',
      success: true,
    })
  })

  test('a failing receiver is reported with its answer and is not retried', async () => {
    receiver.answer = 503
    const before = receiver.attempts.length
    expect(await test_()).toMatchObject({ status: 200, body: { success: false, statusCode: 503, message: 'The receiver answered 503' } })
    receiver.answer = 200
    await receiver.goAway()
    expect(await test_()).toMatchObject({ status: 200, body: { success: false, statusCode: null, message: 'No answer came: unreachable' } })
    await receiver.comeBack()
    expect(receiver.attempts.length).toBe(before + 1)
  })

  test('a request repeated with an idempotency key gets the same response and sends nothing', async () => {
    const first = await ask('POST /webhooks/test', {}, { 'idempotency-key': 'one' })
    const before = receiver.attempts.length
    const again = await ask('POST /webhooks/test', {}, { 'idempotency-key': 'one' })
    expect(again.body).toMatchObject({ delivery_id: first.body['delivery_id'], idempotent_replay: true })
    expect(receiver.attempts.length).toBe(before)
  })

  test('a receiver that never answers does not delay webhook tests of other shops', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const other = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: `http://127.0.0.1:${port}/` })
    const heard = once(silent, 'connection')
    const requestWebhookTest = () => say(story.gateway.api, 'POST /webhooks/test', { key: other.key, body: {} })
    const { waiting } = await eventually('a webhook test to reach the silent receiver', async () => {
      const waiting = Array.from({ length: 6 }, requestWebhookTest)
      return (await Promise.race([heard, Promise.all(waiting).then(() => undefined)])) && { waiting }
    })
    expect(await test_()).toMatchObject({ status: 200, body: { success: true } })
    const outcomes = (await Promise.all(waiting)).map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome !== TIMED_OUT && outcome !== 'WEBHOOKS_UNAVAILABLE')).toEqual([])
    expect(outcomes).toContain('WEBHOOKS_UNAVAILABLE')
    // The worker times out a second before the API does, and a stalled machine may exceed that second.
    await eventually('a response that reports the timeout', async () => {
      if (!outcomes.includes(TIMED_OUT)) outcomes.push(outcomeOf(await requestWebhookTest()))
      return outcomes.includes(TIMED_OUT)
    })
    await eventually('some webhook tests to time out and some never to start', async () => {
      const webhookTests = await webhookTestsOf(other)
      return webhookTests.some(({ problem }) => problem === 'timeout') && webhookTests.some(({ begun }) => !begun)
    })
  })

  test('a webhook test is listed as a test and appears in no feed', async () => {
    const { body } = await test_({ event: 'payment.refunded' })
    const entry = (await logs()).find(({ id }) => id === body['delivery_id'])
    expect(entry).toMatchObject({
      test: true,
      event: 'payment.refunded',
      status: 'delivered',
      success: true,
      attempts: 1,
      payment_id: null,
    })
    const feed = (await ask('GET /events')).body['events'] as readonly Entry[]
    expect(feed.filter(({ id }) => String(id).startsWith('evt_test_'))).toEqual([])
  })
})

describe('POST /webhooks/test: rejected', () => {
  test('an unknown event and a missing webhook URL get a 400', async () => {
    expect(await test_({ event_type: 'payment.stolen' })).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    const mute = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: null })
    expect(await say(story.gateway.api, 'POST /webhooks/test', { key: mute.key, body: {} })).toMatchObject({
      status: 400,
      body: { code: 'WEBHOOK_URL_MISSING' },
    })
  })

  test('another merchant’s business gets a 403 in the body and a 404 in the path', async () => {
    const businessId = story.shop.businessId
    expect(await test_({ businessId })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await ask(`POST /businesses/${businessId}/webhook-test`, {})).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('webhook deliveries', () => {
  test('deliveries are listed newest first, as a plain list or with pagination, by payment and status', async () => {
    const asked = await shop.ask({ blockchain: 'BTC' })
    await pay(story, asked)
    await untilForwarded({ ...story, shop }, asked)
    const mine = await eventually('all to be delivered', async () => {
      const entries = await logs(`?payment_id=${asked.id}`)
      return entries.length === LIFE.length && entries.every(({ status }) => status === 'delivered') && entries
    })
    // Some have the same time.
    expect(mine.map(({ event }) => String(event)).toSorted()).toEqual(LIFE.toSorted())
    const moments = mine.map((entry) => String(entry['created_at']))
    expect(moments).toEqual(moments.toSorted().toReversed())
    expect(mine[0]).toMatchObject({
      success: true,
      statusCode: 200,
      attempt: 1,
      attempts: 1,
      payment_id: asked.id,
      test: false,
      next_attempt_at: null,
    })
    const { body } = await ask('GET /webhooks/logs?count=2')
    expect(Array.isArray(body)).toBe(true)
    expect(body).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
    expect(await ask('GET /webhooks?status=failed&limit=1')).toMatchObject({ body: { success: true, limit: 1, pagination: { offset: 0 } } })
    expect((await ask('GET /webhooks/logs?limit=101')).status).toBe(400)
    expect((await ask(`GET /webhooks/logs?businessId=${story.shop.businessId}`)).status).toBe(403)
  })

  test('a redelivery has the same id, same bytes and a fresh signature, by delivery id or event id', async () => {
    const asked = await shop.ask({ blockchain: 'BTC' })
    const settled = () => eventually('the delivery', async () => (await logs(`?payment_id=${asked.id}&status=delivered`))[0])
    const entry = await settled()
    for (const [n, name] of ['id', 'event_id'].entries()) {
      const answer = await ask(`POST /webhooks/deliveries/${String(entry[name])}/redeliver`)
      expect(answer).toMatchObject({
        status: 200,
        body: { success: true, delivery_id: entry['id'], event_id: entry['event_id'], status: 'pending' },
      })
      await eventually('the redelivery to arrive', async () => arrivals(entry['event_id']).length === n + 2)
      expect(await settled()).toMatchObject({ attempts: n + 2 })
    }
    expect(new Set(arrivals(entry['event_id']).map(({ body }) => body)).size).toBe(1)
    expect(arrivals(entry['event_id']).every((attempt) => isSigned(attempt, shop.receiver.secret))).toBe(true)
  })

  test('a redelivery by another merchant, or with an unknown id, gets a 404', async () => {
    const [entry] = await logs()
    for (const id of ['evt_nobody', 'x', '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'])
      expect((await ask(`POST /webhooks/deliveries/${id}/redeliver`)).status).toBe(404)
    const thirdParty = { key: story.shop.key }
    expect((await say(story.gateway.api, `POST /webhooks/deliveries/${String(entry?.['id'])}/redeliver`, thirdParty)).status).toBe(404)
  })
})

describe('GET /events', () => {
  async function readFeed(): Promise<Entry[]> {
    const seen: Entry[] = []
    for (let after = ''; ;) {
      const { body } = await ask(`GET /events?limit=3${after && `&after=${after}`}`)
      seen.push(...(body['events'] as readonly Entry[]))
      after = String(body['next_cursor'])
      if (body['has_more'] === false) return seen
    }
  }

  test('the pages of the feed contain every event of the business once and in order, subscribed or not', async () => {
    const { rows } = await story.sql.query<{ id: string; body: string }>(
      'SELECT id, body FROM event WHERE business_id = $1 ORDER BY position',
      [shop.businessId],
    )
    // An open write transaction in any database of the server delays the feed.
    const seen = await eventually('the whole feed', async () => {
      const feed = await readFeed()
      return feed.length >= rows.length && feed
    })
    expect(seen).toEqual(rows.map(({ body }) => JSON.parse(body) as unknown))
    expect(seen.length).toBeGreaterThan(LIFE.length)
    expect((await ask('GET /events?types=business.created')).body).toMatchObject({
      events: [{ type: 'business.created' }],
      has_more: false,
    })
  })

  test('a malformed cursor or unknown event type gets a 400, a cursor before the feed a 410', async () => {
    expect((await ask('GET /events?after=yesterday')).status).toBe(400)
    expect((await ask('GET /events?types=payment.stolen')).status).toBe(400)
    expect(await ask('GET /events?after=evt_nobody')).toMatchObject({ status: 410, body: { code: 'CURSOR_EXPIRED' } })
  })
})

test('after a rotation one header has the new signature, and the Standard Webhooks list has both until the old secret expires', async () => {
  const previous = shop.receiver.secret
  const secret = 'the-secret-of-today-is-long'
  await rotate(secret, new Date(Date.now() + 60_000))
  await test_()
  expect(isSigned(last(), secret)).toBe(true)
  expect(last().signatures).toEqual([secret, previous].map((key) => standardSignature(last(), key)))
  await rotate(secret, new Date(Date.now() - 1))
  await test_()
  expect(last().signatures).toEqual([standardSignature(last(), secret)])
})

const outcomeOf = ({ body }: Said): unknown => body['message'] ?? body['code']

/** The outcomes of a shop's webhook tests. */
async function webhookTestsOf({ businessId }: Pick<Shop, 'businessId'>) {
  const webhookTests = `SELECT last_problem AS problem, started_at IS NOT NULL AS begun FROM webhook_test
    WHERE endpoint_id IN (SELECT id FROM webhook_endpoint WHERE business_id = $1)`
  return (await story.sql.query<{ problem: string | null; begun: boolean }>(webhookTests, [businessId])).rows
}

const arrivals = (eventId: unknown): Attempt[] => receiver.attempts.filter(({ id }) => id === eventId)

const standardSignature = ({ id, signedAt, body }: Attempt, secret: string): string =>
  `v1,${createHmac('sha256', standardKey(secret)).update(`${id}.${signedAt}.${body}`).digest('base64')}`

/** Replaces the original secret, which keeps signing until `until`. */
async function rotate(secret: string, until: Date): Promise<void> {
  const { rows } = await story.sql.query<{ id: string }>('SELECT id FROM webhook_endpoint WHERE business_id = $1', [shop.businessId])
  const endpointId = rows[0]?.id ?? ''
  const publicKey = createPublicKey({ key: Buffer.from(story.around.secrets.webhookSealingKey, 'base64'), format: 'der', type: 'spki' })
  await story.sql.query(
    `UPDATE webhook_endpoint SET previous_sealed_secret = coalesce(previous_sealed_secret, sealed_secret), sealed_secret = $2,
      previous_valid_until = $3 WHERE id = $1`,
    [endpointId, sealWebhookSecret(publicKey, { endpointId, secret }), until],
  )
}
