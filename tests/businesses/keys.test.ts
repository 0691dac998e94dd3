import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '../support/operator.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Said, say, type Saying } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

let story: Story
let thirdParty: Shop
beforeAll(async () => {
  story = await sharedStory()
  thirdParty = await openShop(story.gateway.api, story.shop.wallets)
})
afterAll(async () => {
  thirdParty?.receiver.close()
  await story?.close()
})

const ask = (route: string, saying?: Saying) => say(story.gateway.api, route, saying)
const keys = () => `/businesses/${story.shop.businessId}/api-keys`
const create = (body: Readonly<Record<string, unknown>> = {}, key = story.shop.token) => ask(`POST ${keys()}`, { key, body })
const rows = (said: Said, member: string) => said.body[member] as Readonly<Record<string, unknown>>[]

test('a merchant creates an API key with one scope, lists it without its text, and revokes it', async () => {
  const created = await create({ name: 'Reports', scopes: ['payments:read'] })
  expect(created.status).toBe(201)
  const { api_key: text, id } = created.body
  expect(created.body).toMatchObject({ success: true, apiKey: text, name: 'Reports', mode: 'live', key: { id, api_key: text } })
  expect((await ask('GET /payments', { key: String(text) })).status).toBe(200)
  const tooFar = await ask('POST /payments/create', { key: String(text), body: { amount: 20, blockchain: 'BTC' } })
  expect(tooFar).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
  const listed = await eventually('the last use of the key to be recorded', async () => {
    const answer = await ask(`GET ${keys()}`, { key: story.shop.key })
    return rows(answer, 'keys')[0]?.['last_used_at'] !== null && answer
  })
  expect(rows(listed, 'keys')[0]).toMatchObject({ id, scopes: ['payments:read'], revoked_at: null, last_used_at: expect.any(String) })
  expect(JSON.stringify(listed.body)).not.toContain(String(text))
  const revoked = await ask(`DELETE ${keys()}/${String(id)}`, { key: story.shop.key })
  expect(revoked).toMatchObject({ status: 200, body: { success: true, id, revoked_at: expect.any(String) } })
  expect(await ask('GET /payments', { key: String(text) })).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } })
  expect((await ask(`DELETE ${keys()}/${String(id)}`, { key: story.shop.key })).body).toEqual(revoked.body)
})

test('an API key created by another key names it, expires no later, and is revoked with it', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const parent = await create({ name: 'Deploys', expires_at })
  expect(parent.body['created_by']).toMatch(/^merchant:[0-9a-f-]{36}$/)
  const key = String(parent.body['api_key'])
  const later = new Date(Date.now() + 7_200_000).toISOString()
  expect(await create({ expires_at: later }, key)).toMatchObject({ status: 400, body: { details: [{ field: 'expires_at' }] } })
  const child = await create({}, key)
  expect(child).toMatchObject({ status: 201, body: { created_by: `key:${String(parent.body['id'])}`, expires_at } })
  await ask(`DELETE ${keys()}/${String(parent.body['id'])}`, { key: story.shop.token })
  const used = await ask('GET /payments', { key: String(child.body['api_key']) })
  expect(used).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } })
})

test('a business with fifty active API keys gets no further key until one is revoked', async () => {
  const { businessId, token } = thirdParty
  const make = () => ask(`POST /businesses/${businessId}/api-keys`, { key: token, body: {} })
  const first = await make()
  for (let count = 3; count <= 50; count++) expect((await make()).status).toBe(201)
  expect(await make()).toMatchObject({ status: 400, body: { code: 'INVALID_STATE', details: { current: 50, limit: 50 } } })
  await ask(`DELETE /businesses/${businessId}/api-keys/${String(first.body['id'])}`, { key: token })
  expect((await make()).status).toBe(201)
})

test('a creation repeated with one idempotency key creates one API key and shows the same text', async () => {
  const again = { key: story.shop.key, headers: { 'idempotency-key': 'one-key' }, body: { name: 'Twice' } }
  const [first, second] = [await ask(`POST ${keys()}`, again), await ask(`POST ${keys()}`, again)]
  expect(second.body).toEqual({ ...first.body, idempotent_replay: true })
  const named = rows(await ask(`GET ${keys()}`, { key: story.shop.key }), 'keys').filter(({ name }) => name === 'Twice')
  expect(named).toHaveLength(1)
})

test.each([
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['payments'] }, 'scopes'],
  [{ scopes: '*' }, 'scopes'],
  [{ mode: 'LIVE' }, 'mode'],
  [{ name: '' }, 'name'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: '2030-02-30T00:00:00Z' }, 'expires_at'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
])('creating an API key with %o fails and names %s', async (body, field) => {
  expect(await create(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ field }] } })
})

test('keys of another merchant’s business are NOT_FOUND', async () => {
  for (const key of [thirdParty.key, thirdParty.token]) {
    for (const route of [`GET ${keys()}`, `POST ${keys()}`, `DELETE ${keys()}/${'0'.repeat(12)}`])
      expect(await ask(route, { key })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const rotated = await ask(`POST /businesses/${story.shop.businessId}/webhook-secret/rotate`, { key })
    expect(rotated).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  expect(await ask(`DELETE ${keys()}/no-key`, { key: story.shop.key })).toMatchObject({ status: 404 })
})

test('a test key sees test objects only and cannot create payments', async () => {
  const { body } = await create({ mode: 'test' })
  const key = String(body['api_key'])
  expect(key).toMatch(/^gw_test_/)
  const payment = await story.shop.ask({ blockchain: 'BTC' })
  expect((await ask('GET /payments', { key })).body).toMatchObject({ payments: [], total: 0 })
  expect(await ask(`GET /payments/${payment.id}`, { key })).toMatchObject({ status: 404 })
  await expect.poll(async () => (await ask('GET /events', { key: story.shop.key })).body['events']).not.toEqual([])
  expect((await ask('GET /events', { key })).body).toMatchObject({ events: [], next_cursor: null, has_more: false })
  expect((await ask('GET /webhooks', { key })).body).toMatchObject({ logs: [], total: 0 })
  const [{ event_id: event } = { event_id: '' }] = (await ask('GET /webhooks', { key: story.shop.key })).body['logs'] as {
    event_id: string
  }[]
  expect(await ask(`GET /events?after=${event}`, { key })).toMatchObject({ status: 410 })
  expect(await ask(`POST /webhooks/deliveries/${event}/redeliver`, { key, body: {} })).toMatchObject({ status: 404 })
  const { body: tried } = await ask('POST /webhooks/test', { key, body: {} })
  expect((await ask('GET /webhooks', { key })).body['logs']).toMatchObject([{ id: tried['delivery_id'], test: true }])
  expect(JSON.stringify((await ask('GET /webhooks', { key: story.shop.key })).body)).not.toContain(String(tried['delivery_id']))
  expect((await ask('GET /businesses', { key })).body).toMatchObject({ businesses: [{ id: story.shop.businessId, livemode: false }] })
  const refused = await ask('POST /payments/create', { key, body: { amount: 20, blockchain: 'BTC' } })
  expect(refused).toMatchObject({ status: 501, body: { code: 'NOT_IMPLEMENTED' } })
  const renamed = await ask(`PATCH /businesses/${story.shop.businessId}`, { key, body: { name: 'Mine' } })
  expect(renamed).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
})

test('a rotated webhook secret is shown once and signs the next webhook', async () => {
  const path = `POST /businesses/${story.shop.businessId}/webhook-secret/rotate`
  const rotated = await ask(path, { key: story.shop.key })
  expect(rotated.status).toBe(200)
  const untilMs = Date.parse(String(rotated.body['previous_valid_until'])) - Date.now()
  expect(untilMs).toBeGreaterThan(23.9 * 60 * 60 * 1_000)
  story.shop.receiver.secret = String(rotated.body['webhook_secret'])
  const { id } = await story.shop.ask({ blockchain: 'ETH' })
  await expect.poll(() => story.shop.events(id)).toEqual(['payment.created'])
  const refused = await ask(path, { key: story.shop.key, body: { webhook_secret: 'too short' } })
  expect(refused).toMatchObject({ status: 400, body: { details: [{ field: 'webhook_secret' }] } })
})

test('the category list contains “other”, and a business may name a category outside the list', async () => {
  const { status, headers, body } = await ask('GET /businesses/categories', { key: story.shop.key })
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  const { categories, total } = body as { categories: Readonly<Record<string, unknown>>[]; total: number }
  const slugs = categories.map(({ slug }) => slug)
  expect([new Set(slugs).size, slugs.includes('other')]).toEqual([total, true])
  for (const category of categories)
    expect(category).toEqual({
      slug: expect.stringMatching(/^[a-z0-9_-]{1,64}$/),
      label: expect.any(String),
      group: expect.any(String),
      baseRisk: expect.any(Number),
    })
  const own = await ask('POST /businesses', { key: story.shop.token, body: { name: 'Kites', category: 'kites_and-more' } })
  expect(own).toMatchObject({ status: 201, body: { category: 'kites_and-more' } })
  const refused = await ask('GET /businesses/categories', {})
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store'])
})

test('the operator command "plan" moves a business to another plan, with its quota for later payments', async () => {
  expect(await operate(story, 'plan', story.shop.businessId, 'professional')).toContain('was on starter')
  const { body } = await ask('POST /payments/create', { key: story.shop.key, body: { amount: 20, blockchain: 'BTC' } })
  expect(body['usage']).toMatchObject({ limit: 10_000 })
  expect((await ask(`GET /businesses/${story.shop.businessId}`, { key: story.shop.key })).body).toMatchObject({ plan: 'professional' })
  await expect(operate(story, 'plan', story.shop.businessId, 'gold')).rejects.toThrow('gold is no plan')
})
