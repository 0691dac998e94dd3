import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ key } = await openShop(server))
})
afterAll(() => server.close())

const terms = { name: 'Books', redirectUris: ['https://shop.example/back'], scopes: ['openid'] }
const register = (body: object = terms, headers: Record<string, string> = {}) =>
  server.say('POST', '/api/oauth/clients', { key, body, headers })

test('a client is registered under either spelling of its addresses, and two spellings that differ are refused', async () => {
  const made = await register()
  expect(made).toMatchObject({ status: 201, body: { redirect_uris: terms.redirectUris, client: { redirect_uris: terms.redirectUris } } })
  const both = { ...terms, redirect_uris: ['https://else.example/'] }
  expect(await register(both)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
})

test('a repeated registration with one idempotency key makes one client, with the same secret', async () => {
  const headers = { 'idempotency-key': 'register-1' }
  const [first, again] = [await register(terms, headers), await register(terms, headers)]
  expect(again.body).toEqual({ ...first.body, idempotent_replay: true })
})

test('a public client gets no other secret', async () => {
  const { body } = await register({ ...terms, public: true })
  const refused = await server.say('POST', `/api/oauth/clients/${String(body['id'])}/secret`, { key })
  expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } })
})

test('each decision about a client is in the audit log of its merchant', async () => {
  const { body } = await register()
  const place = `/api/oauth/clients/${String(body['id'])}`
  await server.say('PATCH', place, { key, body: { description: 'For the shop' } })
  await server.say('POST', `${place}/secret`, { key })
  await server.say('DELETE', place, { key })
  const entries = await tables(server.api.orm.em.fork())
    .selectFrom('audit_entry')
    .select(['action', 'actor', 'merchantId'])
    .where('subjectId', '=', String(body['id']))
    .execute()
  const actions = entries.map(({ action }) => action).toSorted((one, other) => one.localeCompare(other))
  expect(actions).toEqual(['create', 'delete', 'rotate_secret', 'update'].map((verb) => `oauth_client.${verb}`))
  for (const { actor, merchantId } of entries)
    expect([actor, merchantId]).toEqual([expect.stringMatching(/^key:[0-9a-z]{12}$/), expect.any(String)])
})
