import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../test-server.ts'
import {
  actionOf,
  backOf,
  formOf,
  newVerifier,
  registerClient,
  startOauthServer,
  type TestBrowser,
  type TestClient,
  tokenOf,
} from './test-browser.ts'
import { askOf, openUser } from './test-sign-in.ts'

let server: TestServer
let user: TestBrowser
beforeAll(async () => {
  server = await startOauthServer()
  user = await openUser(server)
})
afterAll(() => server.close())

const db = () => tables(server.api.orm.em.fork())
const moved = { redirectUris: ['https://elsewhere.example/callback'] }
const narrowed = { scopes: ['openid' as const] }

const change = ({ clientId }: TestClient, to: typeof moved | typeof narrowed) =>
  db().updateTable('oauth_client').set(to).where('clientId', '=', clientId).execute()

const consentsOf = ({ clientId }: TestClient) => db().selectFrom('oauth_consent').selectAll().where('clientId', '=', clientId).execute()

const openConsent = async () => {
  const client = await registerClient(server)
  return { client, page: await user.follow(askOf(client, newVerifier().challenge)) }
}

describe('while its user reads the page of consent', () => {
  test.each(['allow', 'refuse'])('a client that gives up its address gets no answer there: %s', async (button) => {
    const { client, page } = await openConsent()
    await change(client, moved)
    const { status, headers } = await user.press(page, button)
    expect([status, headers.location]).toEqual([400, undefined])
    expect((await user.follow(actionOf(page))).status).toBe(400)
    expect(await consentsOf(client)).toEqual([])
  })

  test('a client that gives up a scope is not given it', async () => {
    const { client, page } = await openConsent()
    await change(client, narrowed)
    expect(backOf(await user.press(page, 'allow'))).toMatchObject({ error: 'invalid_scope', state: 'a state' })
    expect(await consentsOf(client)).toEqual([])
  })
})

describe('on the way back from the page of consent', () => {
  const allow = async () => {
    const { client, page } = await openConsent()
    const form = formOf({ token: tokenOf(page), answer: 'allow' }, { 'sec-fetch-site': 'same-origin' })
    const { headers } = await user.say('POST', actionOf(page), form)
    return { client, resume: new URL(headers.location ?? '').pathname }
  }

  test('an address that the client gave up leads nowhere', async () => {
    const { client, resume } = await allow()
    await change(client, moved)
    const { status, headers } = await user.follow(resume)
    expect([status, headers.location]).toEqual([400, undefined])
  })

  test('a scope that the client gave up is refused', async () => {
    const { client, resume } = await allow()
    await change(client, narrowed)
    const back = backOf(await user.follow(resume))
    expect([back['error'], back['code']]).toEqual(['invalid_scope', undefined])
  })
})
