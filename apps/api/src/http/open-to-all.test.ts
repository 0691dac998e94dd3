import { defaultThrottles } from '@gateway/domain/accounts/throttle'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedOperations } from '../test-operations.ts'
import { type Heard, openShop, startTestServer, type TestServer } from '../test-server.ts'

type Json = Readonly<Record<string, unknown>>
type Shop = Awaited<ReturnType<typeof openShop>>

/** A call of an operation without a credential, such that it answers the same each time. */
interface Fixture {
  readonly query?: string
  readonly body?: Json
}

const DID = encodeURIComponent('did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp')

/** By operation id; a missing one fails the test. Operations with an effect are refused for another reason, the same for every caller. */
const fixtures: Readonly<Record<string, Fixture>> = {
  accounts_register: { body: { email: 'nobody', password: 'correct horse battery' } },
  accounts_login: { body: { email: 'nobody@shop.example', password: 'correct horse battery' } },
  accounts_secondFactor: { body: { ticket: 'x'.repeat(43), code: '492039' } },
  accounts_recovery_askForReset: { body: { email: 'nobody@shop.example' } },
  accounts_recovery_resetPassword: { body: { token: 'x'.repeat(43), password: 'correct horse battery' } },
  accounts_recovery_verifyEmail: { body: { token: 'x'.repeat(43) } },
  identity_badge: {},
  identity_credentials_list: { query: `?did=${DID}` },
  identity_credentials_revocations: {},
  identity_receipts_list: { query: `?did=${DID}` },
  invoices_pay: {},
  invoices_payPdf: {},
  payments_view: {},
  payments_qr: {},
  rates_get: { query: '?crypto=BTC' },
  rates_convert: { query: '?crypto=BTC&amount=20' },
  rates_list: { body: { cryptocurrencies: ['BTC'] } },
  health_live: {},
  health_ready: {},
  openapi: {},
}
/** Operations with an optional credential; those of escrows: apps/api/src/escrows/router.test.ts and parties.test.ts; that of Lightning Addresses: apps/api/src/lightning/router.test.ts; those of reputation: apps/api/src/identity/router.test.ts. */
const optional = [
  'identity_credentials_get',
  'identity_credentials_verify',
  'identity_reputation_get',
  'lightning_address_get',
  'payments_follow',
  'escrows_create',
  'escrows_get',
  'escrows_list',
  'escrows_authenticate',
  'escrows_release',
  'escrows_refund',
  'escrows_dispute',
  'escrows_events',
]

const isOpen = (ways: readonly Json[]): boolean => ways.length === 0 || ways.some((way) => Object.keys(way).length === 0)
const operations = describedOperations.filter(({ security }) => isOpen(security))

let server: TestServer
let owner: Shop
let thirdParty: Shop
let paymentId: string
/** Every credential without access to the owner's objects. */
let foreign: Readonly<Record<string, string>>
/** Invalid credentials of the gateway's own form. */
let dead: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await startTestServer(undefined, { anonymous: 100_000, public: 100_000, rates: 100_000, polling: 100_000 })
  const throttles = Object.fromEntries(Object.keys(defaultThrottles).map((name) => [name, 100_000]))
  Object.assign(server.api, { throttles })
  owner = await openShop(server)
  thirdParty = await openShop(server)
  const { body } = await server.say('POST', '/api/payments/create', {
    key: owner.key,
    body: { amount: 20, blockchain: 'ETH', metadata: { order: 'A-1' } },
  })
  paymentId = String(body['id'])
  const revoked = await newKey({})
  await server.say('DELETE', `/api/businesses/${owner.businessId}/api-keys/${revoked.id}`, { key: owner.key })
  const expired = await newKey({ expires_at: '2026-10-01T12:00:00.001Z' })
  const [otherScope, otherMode] = [await newKey({ scopes: ['reputation:write'] }), await newKey({ mode: 'test' })]
  server.api.clock.advance(1)
  foreign = {
    'another merchant’s key': thirdParty.key,
    'another merchant’s token': thirdParty.token,
    'the owner’s key of another scope': otherScope.text,
    'the owner’s key of the other mode': otherMode.text,
    'a foreign bearer string': 'sk_live_another_provider',
  }
  dead = { 'a guess': 'gw_live_guess', 'a revoked key': revoked.text, 'an expired key': expired.text, 'a forged token': `${owner.token}x` }
})
afterAll(() => server.close())

async function newKey(terms: Json): Promise<{ id: string; text: string }> {
  const { body } = await server.say('POST', `/api/businesses/${owner.businessId}/api-keys`, { key: owner.key, body: terms })
  return { id: String(body['id']), text: String(body['api_key']) }
}

test('every operation without a credential has a fixture here, and no other one', () => {
  expect([...Object.keys(fixtures), ...optional].toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
})

function call({ id, method, path }: (typeof operations)[number], key?: string, of = paymentId): Promise<Heard> {
  const { query = '', body } = fixtures[id] ?? {}
  const said = { ...(method === 'GET' ? {} : { body: body ?? {} }), ...(key !== undefined && { key }) }
  return server.say(method, path.replace('{id}', of).replace('{did}', DID) + query, said)
}

const withoutRequestId = ({ status, body, bytes }: Heard) =>
  'request_id' in body ? { status, body: { ...body, request_id: undefined } } : { status, text: bytes.toString('base64') }

describe('an operation without a credential', () => {
  test.each(
    operations.filter(({ id }) => id in fixtures).map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
  )('ignores any presented credential: %s', async (_name, operation) => {
    const anybodys = withoutRequestId(await call(operation))
    for (const [who, key] of Object.entries({ ...foreign, ...dead, 'the owner': owner.key }))
      expect([who, withoutRequestId(await call(operation, key))]).toEqual([who, anybodys])
  })

  test('returns 404 for an unknown payment with a credential too', async () => {
    for (const operation of operations.filter(({ path, id }) => path.includes('{id}') && id in fixtures)) {
      expect(await call(operation, thirdParty.key, randomUUID())).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })
})

/** The first message of a payment's stream, or its refusal. */
async function firstWord(key?: string): Promise<Json> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const asked = request({ agent: false, host: '127.0.0.1', port: server.port, path: `/api/payments/${paymentId}/events`, headers })
  asked.on('error', () => {}).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let heard = ''
  for await (const text of answer.setEncoding('utf8').on('error', () => {})) {
    heard += String(text)
    const data = /^data: (.*)$/m.exec(heard)?.[1]
    if (data !== undefined) return (JSON.parse(data) as { payment: Json }).payment
  }
  return { status: answer.statusCode, ...(JSON.parse(heard) as Json) }
}

describe('a payment stream with an optional credential', () => {
  test('shows everything to the owner, and the public view to everyone else', async () => {
    const anybodys = await firstWord()
    expect(anybodys).toMatchObject({ id: paymentId, business_name: 'Blue Bottle Books' })
    for (const member of ['metadata', 'business_id', 'fee_amount', 'rate']) expect(anybodys).not.toHaveProperty(member)
    for (const [who, key] of Object.entries(foreign)) expect([who, await firstWord(key)]).toEqual([who, anybodys])
    for (const key of [owner.key, owner.token]) expect(await firstWord(key)).toMatchObject({ metadata: { order: 'A-1' } })
  })

  test('rejects an invalid credential of the gateway', async () => {
    for (const [who, key] of Object.entries(dead))
      expect([who, await firstWord(key)]).toEqual([who, expect.objectContaining({ status: 401 })])
  })
})
