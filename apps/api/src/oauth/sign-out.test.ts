import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../test-server.ts'
import { backOf, formOf, newVerifier, openBrowser, ORIGIN, registerClient, startOauthServer, type TestClient } from './test-browser.ts'
import { askOf, obtainTokens, openUser, refresh } from './test-sign-in.ts'

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await startOauthServer()
  await openUser(server)
  client = await registerClient(server)
})
afterAll(() => server.close())

const password = 'correct horse battery staple'

describe('a sign-out that a client asks for', () => {
  const place = (more: Record<string, string>) => `/oauth/logout?${new URLSearchParams(more).toString()}`
  const uri = 'https://shop.example/bye'

  test('by an ID token ends the session of this browser and leads back; grants go on', async () => {
    const one = await openUser(server)
    const tokens = await obtainTokens(one, client)
    const heard = await one.follow(place({ id_token_hint: String(tokens['id_token']), post_logout_redirect_uri: uri, state: 's' }))
    expect([heard.status, heard.headers.location]).toEqual([303, `${uri}?state=s`])
    expect(one.jar.has('__Host-oauth')).toBe(false)
    expect((await refresh(client, tokens['refresh_token'])).status).toBe(200)
    const none = await one.follow(askOf(client, newVerifier().challenge, { prompt: 'none' }))
    expect(none.headers.location).toContain('login_required')
  })

  test('lets nobody into an app again without password or passkey, and leaves the portal alone', async () => {
    const one = await openUser(server)
    const { id_token: hint } = await obtainTokens(one, client)
    await one.follow(place({ id_token_hint: String(hint) }))
    const again = newVerifier()
    const asked = await one.follow(askOf(client, again.challenge))
    expect(asked.headers.location).toMatch(/^\/dashboard\/sign-in\?next=%2Foauth%2Finteraction%2F[\w-]+$/)
    expect((await one.say('GET', '/trpc/accounts.portal.current')).bytes.toString()).toContain('signed_in')
    await one.portal('signIn', { email: one.email, password })
    const next = new URL(asked.headers.location ?? '', ORIGIN).searchParams.get('next') ?? ''
    expect(backOf(await one.follow(next))).toMatchObject({ code: expect.any(String) })
    expect(backOf(await one.follow(askOf(client, newVerifier().challenge)))).toMatchObject({ code: expect.any(String) })
  })

  test('without one asks first, and never leads to an address that is not registered', async () => {
    const one = await openUser(server)
    await obtainTokens(one, client)
    const asked = await one.follow(place({ client_id: client.clientId }))
    expect(asked.bytes.toString()).toContain('Sign out?')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.bytes.toString())?.[1] ?? ''
    const done = await one.say('POST', '/oauth/logout/confirm', formOf({ xsrf, logout: 'yes' }))
    expect(done.status).toBe(303)
    expect((await one.follow(new URL(done.headers.location ?? '', ORIGIN).pathname)).bytes.toString()).toContain('You are signed out')
    expect((await one.follow(place({ client_id: client.clientId, post_logout_redirect_uri: 'https://evil.example/' }))).status).toBe(400)
    const signedOut = await one.follow(place({ client_id: client.clientId, post_logout_redirect_uri: uri }))
    expect(signedOut.headers.location).toBe(uri)
  })

  test('leads a public client to the registered port of the machine of its user and to no other', async () => {
    const native = await registerClient(server, {
      isPublic: true,
      secretDigest: null,
      postLogoutRedirectUris: ['http://127.0.0.1:3000/bye'],
    })
    const to = (port: number) => place({ client_id: native.clientId, post_logout_redirect_uri: `http://127.0.0.1:${port}/bye` })
    const one = await openUser(server)
    expect((await one.follow(to(3000))).headers.location).toBe('http://127.0.0.1:3000/bye')
    expect((await one.follow(to(3001))).status).toBe(400)
  })

  test('of nobody leaves neither a session nor a cookie behind', async () => {
    const sessions = () =>
      tables(server.api.orm.em.fork()).selectFrom('oauth_artifact').selectAll().where('model', '=', 'Session').execute()
    const before = await sessions()
    const nobody = openBrowser(server)
    expect((await nobody.follow('/oauth/logout')).bytes.toString()).toContain('You are signed out')
    for (const uri of ['https://shop.example/bye', 'https://evil.example/'])
      await nobody.follow(place({ client_id: client.clientId, post_logout_redirect_uri: uri }))
    expect([...nobody.jar]).toEqual([])
    expect(await sessions()).toEqual(before)
  })

  test('by POST is asked again by GET', async () => {
    const form = { client_id: client.clientId, post_logout_redirect_uri: uri, state: 's' }
    const heard = await server.say('POST', '/oauth/logout', formOf(form, { 'sec-fetch-site': 'cross-site' }))
    expect([heard.status, heard.headers.location]).toEqual([303, place(form)])
  })

  test('leads from its page to the registered address; grants go on, and a new sign-in is asked for', async () => {
    const one = await openUser(server)
    const tokens = await obtainTokens(one, client)
    const asked = await one.follow(place({ client_id: client.clientId, post_logout_redirect_uri: uri }))
    expect(asked.headers['content-security-policy']).toContain("form-action 'self' https://shop.example;")
    const page = asked.bytes.toString()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const done = await one.say('POST', '/oauth/logout/confirm', formOf({ xsrf, logout: 'yes' }))
    expect(done.headers.location).toBe(uri)
    expect((await refresh(client, tokens['refresh_token'])).status).toBe(200)
    expect((await one.follow(askOf(client, newVerifier().challenge))).headers.location).toContain('/dashboard/sign-in')
  })

  test('that leads nowhere else names no other origin on its page', async () => {
    const one = await openUser(server)
    await obtainTokens(one, client)
    const { headers } = await one.follow(place({ client_id: client.clientId }))
    expect(headers['content-security-policy']).toContain("form-action 'self';")
  })

  test('leads who stays to the portal', async () => {
    const one = await openUser(server)
    await obtainTokens(one, client)
    const page = (await one.follow(place({ client_id: client.clientId }))).bytes.toString()
    expect(page).toMatch(/<a [^>]*href="\/dashboard"[^>]*>Stay signed in<\/a>/)
  })
})
