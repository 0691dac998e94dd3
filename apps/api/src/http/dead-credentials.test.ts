import { newApiKey } from '@gateway/operations/accounts/auth/api-key'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Heard, openShop, type Said, startTestServer, type TestServer } from '../test-server.ts'

type Headers = NonNullable<Said['headers']>
type Shop = Awaited<ReturnType<typeof openShop>>
/** Invalid credentials by name, with their headers. */
type Wrongs = Readonly<Record<string, () => Headers>>

const LONGER_THAN_A_SESSION_MS = 8 * 24 * 60 * 60 * 1_000
const LONG = 'x'.repeat(4_000)

let server: TestServer
let shop: Shop
let expiredToken: string
let endedToken: string
let revokedKey: string
let expiredKey: string

beforeAll(async () => {
  server = await startTestServer(undefined, { default: 100_000, anonymous: 90_000, public: 80_000 })
  expiredToken = (await openShop(server)).token
  server.api.clock.advance(LONGER_THAN_A_SESSION_MS)
  shop = await openShop(server)
  const { body: session } = await server.say('POST', '/api/auth/login', { body: shop.account })
  endedToken = String(session['token'])
  await server.say('POST', '/api/auth/logout', { key: endedToken, body: {} })
  const revoked = await newKey({})
  revokedKey = revoked.text
  await server.say('DELETE', `/api/businesses/${shop.businessId}/api-keys/${revoked.id}`, { key: shop.key })
  expiredKey = (await newKey({ expires_at: new Date(server.api.clock.now().getTime() + 1).toISOString() })).text
  server.api.clock.advance(1)
})
afterAll(() => server.close())

async function newKey(terms: object): Promise<{ id: string; text: string }> {
  const { body } = await server.say('POST', `/api/businesses/${shop.businessId}/api-keys`, { key: shop.key, body: terms })
  return { id: String(body['id']), text: String(body['api_key']) }
}

const [PREFIX, ID_LENGTH, ID_ALPHABET] = ['gw_live_'.length, 12, '0123456789abcdefghjkmnpqrstvwxyz']

/** The valid key with a wrong secret. */
function withWrongSecret(): string {
  const { ids } = server.api
  const id = Buffer.from(Array.from(shop.key.slice(PREFIX, PREFIX + ID_LENGTH), (character) => ID_ALPHABET.indexOf(character)))
  return newApiKey({ ids: { ...ids, bytes: (length) => (length === ID_LENGTH ? id : ids.bytes(length)) } }, 'live').text
}

const bearer = (text: string): Headers => ({ authorization: `Bearer ${text}` })
const otherEnd = (text: string): string => text.replace(/.$/, (last) => (last === '0' ? '1' : '0'))

const nothing: Wrongs = {
  'no credential': () => ({}),
  'an empty header': () => ({ authorization: '' }),
  'a bearer of nothing': () => bearer(''),
  'an empty API key': () => ({ 'x-api-key': '' }),
  'another scheme': () => ({ authorization: 'Basic Zm9vOmJhcg==' }),
}

const keys: Wrongs = {
  'a prefix only': () => bearer('gw_live_'),
  'a malformed key': () => bearer('gw_test_x'),
  'a key that is too long': () => bearer(`gw_live_${LONG}`),
  'a mistyped key': () => bearer(otherEnd(shop.key)),
  'a key with trailing text': () => bearer(`${shop.key} x`),
  'a key that was never issued': () => bearer(newApiKey(server.api, 'live').text),
  'a test key that was never issued': () => bearer(newApiKey(server.api, 'test').text),
  'a known key with a wrong secret': () => bearer(withWrongSecret()),
  'a revoked key': () => bearer(revokedKey),
  'an expired key': () => bearer(expiredKey),
  'a revoked key in its own header': () => ({ 'x-api-key': revokedKey }),
}

const tokens: Wrongs = {
  'a forged token': () => bearer(`${shop.token.slice(0, -6)}AAAAAA`),
  'a token that is too long': () => bearer(`${shop.token}${LONG}`),
  'an expired token': () => bearer(expiredToken),
  'a token whose session has ended': () => bearer(endedToken),
  'several valid credentials': () => ({ authorization: [`Bearer ${shop.key}`, `Bearer ${shop.token}`] }),
}

/** Foreign credentials; where a credential is optional they count as none. */
const thirdParties: Wrongs = {
  'another provider’s credential': () => bearer('sk_live_another_provider'),
  'a long text': () => bearer(LONG),
}

/** The complete answer except its id and time. */
function comparable({ status, headers, bytes }: Heard): unknown {
  const { date: _date, 'x-request-id': requestId, 'x-ratelimit-remaining': _left, ratelimit: _state, ...fixed } = headers
  return { status, headers: fixed, body: bytes.toString().replaceAll(String(requestId), 'req') }
}

const closed = [
  ['a list', 'GET', '/api/payments'],
  ['one object', 'GET', '/api/payments/00000000-0000-4000-8000-000000000000'],
  ['a creation', 'POST', '/api/payments/create'],
  ['an operation for merchant tokens only', 'GET', '/api/auth/me'],
  ['a procedure', 'GET', '/trpc/payments.list?input={}'],
] as const
const open = [['the stream of a payment', 'GET', '/api/payments/00000000-0000-4000-8000-000000000000/events']] as const

describe.each([
  ['UNAUTHENTICATED', nothing, closed],
  ['INVALID_API_KEY', keys, [...closed, ...open]],
  ['INVALID_TOKEN', tokens, [...closed, ...open]],
  ['INVALID_TOKEN', { ...tokens, ...thirdParties }, closed],
] as const)('401 %s', (code, wrongs, addresses) => {
  test.each(addresses)('returns identical bytes for every invalid credential on %s', async (_what, method, path) => {
    const answers = await Promise.all(
      Object.entries(wrongs).map(async ([name, headers]) => {
        const said = method === 'POST' ? { body: {} } : {}
        return [name, comparable(await server.say(method, path, { ...said, headers: headers() }))] as const
      }),
    )
    const [, first] = answers[0] ?? []
    expect(first).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' }, body: expect.stringContaining(code) })
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(Object.keys(wrongs).map((name) => [name, first])))
  })
})
