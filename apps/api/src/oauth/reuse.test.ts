import { runStatement } from '@gateway/db/kernel/run-statement'
import { tables } from '@gateway/db/tables'
import { forgetExpired } from '@gateway/operations/oauth/forget-expired'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Heard, TestServer } from '../test-server.ts'
import { CALLBACK, newVerifier, type Params, registerClient, startOauthServer, type TestBrowser, type TestClient } from './test-browser.ts'
import { exchange, obtainCode, obtainTokens, openUser, refresh } from './test-sign-in.ts'

let server: TestServer
let client: TestClient
let other: TestClient
let user: TestBrowser
beforeAll(async () => {
  server = await startOauthServer()
  user = await openUser(server)
  client = await registerClient(server)
  other = await registerClient(server)
})
afterAll(() => server.close())

const MINUTE_MS = 61_000
const opensUserInfo = async ({ access_token: token }: Heard['body']) =>
  (await server.say('GET', '/oauth/userinfo', { key: String(token) })).status === 200

/** Its minute is over for the library, and for the sweep. */
async function letCodesExpire(): Promise<void> {
  const now = () => new Date(Date.now() + MINUTE_MS)
  await forgetExpired({ ...server.api, clock: { now } })
  const em = server.api.orm.em.fork()
  await runStatement(em, `UPDATE oauth_artifact SET payload = payload || '{"exp":1}' WHERE model = 'AuthorizationCode'`, [])
}

describe('a code that was used ends its grant when it is shown again', () => {
  const wrong: readonly (readonly [what: string, more: () => Params])[] = [
    ['with another verifier', () => ({ code_verifier: newVerifier().verifier })],
    ['without a verifier', () => ({ code_verifier: '' })],
    ['with another address', () => ({ redirect_uri: `${CALLBACK}/` })],
    ['without an address', () => ({ redirect_uri: '' })],
    ['by another client', () => ({ client_id: other.clientId, client_secret: other.secret })],
  ]
  test.each(wrong)('%s', async (_what, more) => {
    const coded = await obtainCode(user, client)
    const { body } = await exchange(client, coded)
    expect(await opensUserInfo(body)).toBe(true)
    expect((await exchange(client, coded, more())).status).toBe(400)
    expect(await opensUserInfo(body)).toBe(false)
    expect((await refresh(client, body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('after its minute', async () => {
    const coded = await obtainCode(user, client)
    const { body } = await exchange(client, coded)
    await letCodesExpire()
    expect((await exchange(client, coded)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await opensUserInfo(body)).toBe(false)
  })
})

test('a code that nobody used is forgotten after its minute', async () => {
  const coded = await obtainCode(user, client)
  await letCodesExpire()
  expect((await exchange(client, coded)).body).toMatchObject({ error: 'invalid_grant' })
})

describe('a refresh token that was replaced', () => {
  const wider = { scope: 'openid email payments' }
  const replaced = async () => {
    const { refresh_token: token } = await obtainTokens(user, client)
    return { token, next: (await refresh(client, token)).body }
  }
  const endGrace = () =>
    tables(server.api.orm.em.fork())
      .updateTable('oauth_artifact')
      .set({ consumedAt: new Date(Date.now() - MINUTE_MS) })
      .where('sealedSuccessor', 'is not', null)
      .execute()

  test('ends its grant when it is shown with a wider scope', async () => {
    const { token, next } = await replaced()
    await endGrace()
    expect((await refresh(client, token, wider)).status).toBe(400)
    expect(await opensUserInfo(next)).toBe(false)
  })

  test('ends nothing while it may still give its successor', async () => {
    const { token, next } = await replaced()
    expect((await refresh(client, token, wider)).body).toMatchObject({ error: 'invalid_scope' })
    expect((await refresh(client, token)).body['refresh_token']).toBe(next['refresh_token'])
  })

  test('ends nothing when another client shows it', async () => {
    const { token, next } = await replaced()
    await endGrace()
    expect((await refresh(other, token)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await opensUserInfo(next)).toBe(true)
  })
})
