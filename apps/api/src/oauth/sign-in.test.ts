import { tables } from '@gateway/db/tables'
import { linkDigest } from '@gateway/operations/accounts/emails/email-link-token'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../test-server.ts'
import { backOf, newVerifier, ORIGIN, registerClient, startOauthServer, type TestClient } from './test-browser.ts'
import { askOf, exchange, obtainCode, obtainTokens, openUser, refresh } from './test-sign-in.ts'

let server: TestServer
let client: TestClient
beforeAll(async () => {
  server = await startOauthServer()
  await openUser(server)
  client = await registerClient(server)
})
afterAll(() => server.close())

describe('a sign-in', () => {
  test('gives tokens with the claims that the scopes name, and again on refresh', async () => {
    const user = await openUser(server)
    const tokens = await obtainTokens(user, client, { scope: 'openid email profile', nonce: 'n-1' })
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      id_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'openid email profile',
    })
    const claims = decodeJwt(String(tokens['id_token']))
    expect(claims).toEqual({
      iss: ORIGIN,
      aud: client.clientId,
      sub: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      auth_time: expect.any(Number),
      at_hash: expect.any(String),
      nonce: 'n-1',
      email: user.email,
      email_verified: false,
      name: 'Ada',
    })
    const half = createHash('sha256').update(String(tokens['access_token'])).digest().subarray(0, 16)
    expect(claims['at_hash']).toBe(half.toString('base64url'))
    expect(decodeProtectedHeader(String(tokens['id_token']))).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
    const { body: again } = await refresh(client, tokens['refresh_token'])
    expect(decodeJwt(String(again['id_token']))).toMatchObject({
      sub: claims.sub,
      auth_time: claims['auth_time'],
      at_hash: expect.any(String),
    })
    const info = await server.say('GET', '/oauth/userinfo', { key: String(again['access_token']) })
    expect(info.body).toEqual({ sub: claims.sub, email: user.email, email_verified: false, name: 'Ada' })
  })

  test('leads back with a code, the state and the issuer', async () => {
    const user = await openUser(server)
    const page = await user.follow(askOf(client, newVerifier().challenge))
    expect(page.bytes.toString()).toContain('Ledgerline')
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://shop.example;")
    expect(backOf(await user.press(page, 'allow'))).toEqual({ code: expect.any(String), state: 'a state', iss: ORIGIN })
  })

  test('leads back to the machine of the user by IPv6, which no policy can name but by its scheme', async () => {
    const native = await registerClient(server, { redirectUris: ['http://[::1]/signed-in'], isPublic: true, secretDigest: null })
    const uri = 'http://[::1]:3000/signed-in'
    const user = await openUser(server)
    const page = await user.follow(askOf(native, newVerifier().challenge, { redirect_uri: uri }))
    expect(page.headers['content-security-policy']).toContain("form-action 'self' http:;")
    expect((await user.press(page, 'allow')).headers.location).toMatch(/^http:\/\/\[::1\]:3000\/signed-in\?code=/)
  })

  test('that is refused tells the client access_denied alone', async () => {
    const user = await openUser(server)
    const page = await user.follow(askOf(client, newVerifier().challenge))
    const back = backOf(await user.press(page, 'refuse'))
    expect(back).toMatchObject({ error: 'access_denied', state: 'a state', iss: ORIGIN })
  })

  test('asks nothing again that was given, asks for more, and always for payments', async () => {
    const user = await openUser(server)
    await obtainTokens(user, client, { scope: 'openid email' })
    expect((await user.follow(askOf(client, newVerifier().challenge, { scope: 'openid' }))).status).toBe(303)
    expect((await user.follow(askOf(client, newVerifier().challenge, { scope: 'openid profile' }))).status).toBe(200)
    await obtainTokens(user, client, { scope: 'openid payments' })
    expect((await user.follow(askOf(client, newVerifier().challenge, { scope: 'openid payments' }))).status).toBe(200)
  })

  test('repeats offline_access when it was asked for', async () => {
    const user = await openUser(server)
    const scope = 'openid offline_access'
    expect(await obtainTokens(user, client, { scope })).toMatchObject({ scope })
    const { code } = await obtainCode(user, client, { scope })
    expect(code).not.toBe('')
  })

  test('without openid gives no ID token', async () => {
    const tokens = await obtainTokens(await openUser(server), client, { scope: 'payments' })
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type'])
  })

  test('is over with the sign-out from the portal, and tokens outlive it', async () => {
    const user = await openUser(server)
    const tokens = await obtainTokens(user, client)
    await user.portal('signOut')
    const again = await user.follow(askOf(client, newVerifier().challenge))
    expect(again.headers.location).toMatch(/^\/dashboard\/sign-in\?next=%2Foauth%2Finteraction%2F[\w-]+$/)
    const none = await user.follow(askOf(client, newVerifier().challenge, { prompt: 'none' }))
    expect(backOf(none)).toMatchObject({ error: 'login_required' })
    expect((await refresh(client, tokens['refresh_token'])).status).toBe(200)
  })

  test('asks for a new sign-in where the client does', async () => {
    const user = await openUser(server)
    await obtainTokens(user, client)
    const asked = await user.follow(askOf(client, newVerifier().challenge, { prompt: 'login', login_hint: 'a@b.example' }))
    expect(asked.headers.location).toMatch(/^\/dashboard\/sign-in\?next=.*&email=a%40b\.example$/)
    await user.portal('signIn', { email: user.email, password: 'correct horse battery staple' })
    const next = new URL(asked.headers.location ?? '', ORIGIN).searchParams.get('next') ?? ''
    expect(backOf(await user.follow(next))).toMatchObject({ code: expect.any(String) })
  })

  test('of another user starts in a session of its own', async () => {
    const one = await openUser(server)
    const first = decodeJwt(String((await obtainTokens(one, client))['id_token']))
    const other = await openUser(server)
    await one.portal('signIn', { email: other.email, password: 'correct horse battery staple' })
    const second = decodeJwt(String((await obtainTokens(one, client))['id_token']))
    expect(second).toMatchObject({ email: other.email })
    expect(second.sub).not.toBe(first.sub)
  })

  test('ends with its tokens when a link sets a new password', async () => {
    const user = await openUser(server)
    const tokens = await obtainTokens(user, client)
    const db = tables(server.api.orm.em.fork())
    const { id: merchantId } = await db.selectFrom('merchant').select('id').where('email', '=', user.email).executeTakeFirstOrThrow()
    const token = newVerifier().verifier
    const at = { createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000), usedAt: null }
    await db
      .insertInto('email_token')
      .values({ digest: linkDigest(token), merchantId, purpose: 'reset_password', ...at })
      .execute()
    const password = 'another horse battery staple'
    expect((await server.say('POST', '/api/auth/password/reset', { body: { token, password } })).status).toBe(200)
    expect((await refresh(client, tokens['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
    expect((await server.say('GET', '/oauth/userinfo', { key: String(tokens['access_token']) })).status).toBe(401)
    expect((await user.follow(askOf(client, newVerifier().challenge))).headers.location).toContain('/dashboard/sign-in')
  })

  test('code works once, and its second use ends the grant', async () => {
    const coded = await obtainCode(await openUser(server), client)
    const { body } = await exchange(client, coded)
    expect((await exchange(client, coded)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(client, body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
    expect((await server.say('GET', '/oauth/userinfo', { key: String(body['access_token']) })).status).toBe(401)
  })
})
