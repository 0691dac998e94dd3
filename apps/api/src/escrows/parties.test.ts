import { storeParty, type TestParty } from '@gateway/operations/testing/test-identity'
import { actorOf } from '@gateway/operations/testing/test-factors'
import { storeClient, storeSignIn } from '@gateway/operations/testing/test-oauth'
import { requireActor } from '@gateway/operations/accounts/auth/authenticate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MERCHANT_BTC, openShop, startTestServer, type TestServer } from '../test-server.ts'

const DEPOSITOR = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
const actions = ['auth', 'release', 'refund', 'dispute'] as const
type Shop = Awaited<ReturnType<typeof openShop>>

let server: TestServer
let shop: Shop
let party: TestParty
/** Credentials of the merchant that may not bind. */
let narrowKey: string
let readingKey: string
let appToken: string
let escrow: { id: string; depositor: string; beneficiary: string }
beforeAll(async () => {
  server = await startTestServer(undefined, { anonymous: 100_000, polling: 100_000 })
  shop = await openShop(server)
  party = await storeParty(server.api, await requireActor(server.api, shop.key))
  ;[narrowKey, readingKey] = [await newKey(['payments:write']), await newKey(['escrows:read'])]
  const { client } = await storeClient(server.api, await actorOf(server.api, shop.token))
  appToken = (await storeSignIn(server.api, { merchantId: party.actor.merchantId, clientId: client.clientId })).token
  const terms = { chain: 'btc', amount: 0.01, depositor_address: DEPOSITOR, beneficiary_address: MERCHANT_BTC }
  const { body } = await server.say('POST', '/api/escrow', { body: terms })
  escrow = { id: String(body['id']), depositor: String(body['release_token']), beneficiary: String(body['beneficiary_token']) }
})
afterAll(() => server.close())

async function newKey(scopes: readonly string[]): Promise<string> {
  const { body } = await server.say('POST', `/api/businesses/${shop.businessId}/api-keys`, { key: shop.key, body: { scopes } })
  return String(body['api_key'])
}

const call = (action: (typeof actions)[number], key: string | undefined, token = escrow.depositor) =>
  server.say('POST', `/api/escrow/${escrow.id}/${action}`, { ...(key !== undefined && { key }), body: { token, reason: 'Not delivered' } })

describe.each(actions)('POST /api/escrow/{id}/%s', (action) => {
  test('rejects a credential of the gateway that is not valid, before it reads the token', async () => {
    for (const key of ['gw_live_guess', `${shop.token}x`]) expect(await call(action, key, 'esc_guess')).toMatchObject({ status: 401 })
  })

  test('answers the same to no credential and to one that may not bind', async () => {
    const none = await call(action, undefined)
    for (const key of [narrowKey, readingKey, appToken]) {
      const { status, body } = await call(action, key)
      expect([status, body['code']]).toEqual([none.status, none.body['code']])
    }
    expect(none.status).toBe(action === 'auth' ? 200 : 400)
  })

  test('answers the same to no credential and to a foreign one', async () => {
    const [none, foreign] = [await call(action, undefined), await call(action, 'sk_live_another_provider')]
    expect([none.status, none.body['code']]).toEqual([foreign.status, foreign.body['code']])
    expect(none.status).toBe(action === 'auth' ? 200 : 400)
  })

  test('refuses a wrong token beside a valid credential', async () => {
    expect(await call(action, shop.key, 'esc_guess')).toMatchObject({ status: 403, body: { code: 'INVALID_ESCROW_TOKEN' } })
  })
})

test('a credential that may not bind binds nobody, and hears why', async () => {
  for (const key of [narrowKey, readingKey, appToken])
    expect((await call('auth', key)).body).toMatchObject({
      party: { role: 'depositor', did: null, bound: false, reason: expect.stringContaining('reputation:write') },
    })
})

test('a refused decision binds its merchant too, because it has shown the token', async () => {
  expect(await call('release', shop.key)).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } })
  expect((await call('auth', shop.key)).body).toMatchObject({ party: { role: 'depositor', did: party.did, bound: true, reason: null } })
  expect(await call('auth', shop.key, escrow.beneficiary)).toMatchObject({ status: 409, body: { code: 'PARTY_REFUSED' } })
})

test('a decision with a credential that cannot be bound is not refused for that', async () => {
  expect((await call('dispute', shop.key, escrow.beneficiary)).body).toMatchObject({ code: 'INVALID_STATE' })
})
