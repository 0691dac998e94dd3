import { storeClient, storeSignIn } from '@gateway/operations/testing/test-oauth'
import { actorOf } from '@gateway/operations/testing/test-factors'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portalFixtures } from '../http/portal-fixtures.ts'
import { restProcedures } from '../http/procedures/rest.ts'
import { openOwner } from '../http/test-owner.ts'
import type { Owned } from '../http/stranger-fixtures.ts'
import { appRouter } from '../router.ts'
import { checksum } from '../test-checksum.ts'
import { describedOperations, type DescribedOperation } from '../test-operations.ts'
import { type Heard, openShop, startTestServer, type TestServer } from '../test-server.ts'

const rest = restProcedures(appRouter)
const withoutAddress = Object.entries(appRouter._def.procedures).filter(([name]) => !rest.some((one) => one.name === name))
const guardedPortal = withoutAddress.filter(([name]) => !portalFixtures[name]?.isOpen)
const isPublic = ({ security }: DescribedOperation): boolean => security.length === 0
const isOpen = ({ security }: DescribedOperation): boolean => security.some((way) => 'oauth' in way)
/** Operations that a token of their input opens, whatever credential is beside it. */
const byToken = rest.filter(({ auth }) => auth === 'token').map(({ rest: { path } }) => path)
const refused = describedOperations.filter((one) => !isPublic(one) && !isOpen(one) && !byToken.some((path) => path === one.path))

let server: TestServer
let owned: Owned
let clientId: string
let userId: string
/** Of the owner's sign-in to an app of somebody else: with payments, and without. */
let token: string
let narrow: string
let strangers: string

beforeAll(async () => {
  server = await startTestServer(undefined, { default: 100_000, anonymous: 100_000, creation: 100_000, polling: 100_000 })
  const { owner, owned: theirs } = await openOwner(server)
  owned = theirs
  const developer = await openShop(server)
  const [user, maker] = [await actorOf(server.api, owner.token), await actorOf(server.api, developer.token)]
  clientId = (await storeClient(server.api, maker)).client.clientId
  userId = user.merchantId
  const signIn = async (merchantId: string, more: object = {}) => (await storeSignIn(server.api, { merchantId, clientId, ...more })).token
  token = await signIn(user.merchantId)
  narrow = await signIn(user.merchantId, { scopes: ['openid', 'email'] })
  strangers = await signIn(maker.merchantId)
})
afterAll(() => server.close())

const codeOf = ({ body }: Heard): unknown => Object(Object(Object(body['error'])['data'])['refusal'])['code'] ?? body['code']
const stored = () => checksum(server, { tables: ['rate_window'], columns: ['last_used_at'] })
const askRpc = (name: string, type: string, key: string) =>
  type === 'query' ? server.say('GET', `/trpc/${name}?input=%7B%7D`, { key }) : server.say('POST', `/trpc/${name}`, { key, body: {} })
const askRest = ({ method, path }: Pick<DescribedOperation, 'method' | 'path'>, key: string, body: object = {}) =>
  server.say(method, path.replaceAll(/\{\w+\}/g, randomUUID()), { key, ...(['GET', 'DELETE'].includes(method) ? {} : { body }) })

test('the operations that apps may call are those of the contract, and no other one', () => {
  expect(rest.filter(({ opensToApps }) => opensToApps).map(({ name }) => name)).toEqual([
    'payments.create',
    'payments.get',
    'payments.list',
    'payments.tokens',
  ])
})

describe('an app with the scope payments', () => {
  // A digest of every row takes as long as ten of these requests, so it is compared once for all of them.
  let before: string
  beforeAll(async () => void (before = await stored()))
  const cases = refused.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
  test.each(cases)('gets 403 on %s', async (_name, operation) => {
    const heard = await askRest(operation, token)
    expect([heard.status, codeOf(heard)]).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })

  const procedures = rest
    .filter(({ auth, opensToApps }) => auth !== undefined && auth !== 'token' && !opensToApps)
    .map(({ name, type }) => [name, type] as const)
  const portal = guardedPortal.map(([name, procedure]) => [name, String(Object(Object(procedure)['_def'])['type'])] as const)
  test.each([...procedures, ...portal])('gets 403 over RPC on %s', async (name, type) => {
    const heard = await askRpc(name, type, token)
    expect([heard.status, codeOf(heard)]).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })

  test('has changed nothing by all that it was refused', async () => {
    expect(await stored()).toBe(before)
  })

  test('creates and reads payments of its user’s businesses', async () => {
    const terms = { business_id: owned.businessId, amount: 20, blockchain: 'ETH' }
    const made = await server.say('POST', '/api/payments/create', { key: token, body: terms })
    expect(made).toMatchObject({ status: 201, body: { business_id: owned.businessId, livemode: true } })
    const id = String(made.body['id'])
    expect(await server.say('GET', `/api/payments/${id}`, { key: token })).toMatchObject({ status: 200, body: { id } })
    const listed = await server.say('GET', '/api/payments', { key: token })
    expect(JSON.stringify(listed.body)).toContain(owned.paymentId)
    for (const path of ['/api/tokens', '/api/supported-coins'])
      expect(await server.say('GET', path, { key: token })).toMatchObject({ status: 200, body: { business_id: owned.businessId } })
  })

  test('sees nothing of other merchants', async () => {
    expect(await server.say('GET', `/api/payments/${owned.paymentId}`, { key: strangers })).toMatchObject({ status: 404 })
    const named = await server.say('GET', `/api/payments?business_id=${owned.businessId}`, { key: strangers })
    expect(named).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await server.say('GET', '/api/payments', { key: strangers })).bytes.toString()).not.toContain(owned.paymentId)
  })

  test('gets 403 on the stream of a payment and on exports', async () => {
    for (const path of [`/api/payments/${owned.paymentId}/events`, `/portal/payments.csv?business_id=${owned.businessId}`])
      expect(await server.say('GET', path, { key: token })).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
  })

  test('repeats a request with its idempotency key under another token of the same sign-in', async () => {
    const first = await server.say('POST', '/api/payments', {
      key: token,
      headers: { 'idempotency-key': 'order-1' },
      body: { business_id: owned.businessId, amount: 5, blockchain: 'ETH' },
    })
    expect(first.status).toBe(201)
    const later = (await storeSignIn(server.api, { merchantId: userId, clientId })).token
    const again = await server.say('POST', '/api/payments', {
      key: later,
      headers: { 'idempotency-key': 'order-1' },
      body: { business_id: owned.businessId, amount: 5, blockchain: 'ETH' },
    })
    expect(again).toMatchObject({ status: 201, body: { id: first.body['id'], idempotent_replay: true } })
  })
})

describe('an app without the scope payments', () => {
  test.each(describedOperations.filter(isOpen).map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'gets 403 on %s',
    async (_name, operation) => {
      const heard = await askRest(operation, narrow)
      expect([heard.status, codeOf(heard)]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    },
  )
})
