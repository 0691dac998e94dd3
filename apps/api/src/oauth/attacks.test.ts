import { tables } from '@gateway/db/tables'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestServer } from '../test-server.ts'
import {
  actionOf,
  backOf,
  CALLBACK,
  formOf,
  newVerifier,
  openBrowser,
  ORIGIN,
  type Params,
  registerClient,
  startOauthServer,
  type TestBrowser,
  type TestClient,
} from './test-browser.ts'
import { askOf, askToken, exchange, obtainCode, obtainTokens, openUser, refresh } from './test-sign-in.ts'

let server: TestServer
let client: TestClient
let other: TestClient
let user: TestBrowser
beforeAll(async () => {
  server = await startOauthServer()
  user = await openUser(server)
  client = await registerClient(server)
  other = await registerClient(server)
  await obtainTokens(user, client)
})
afterAll(() => server.close())

/** Addresses that are not the registered one, whatever they look like (RFC 9700 §4.1). */
const strangers = [
  'https://shop.example/callback/',
  'https://shop.example/callback?x=1',
  'https://shop.example/callback#x',
  'https://shop.example/callback/..',
  'https://shop.example/callback/../evil',
  'https://shop.example//callback',
  'https://shop.example/Callback',
  'https://shop.example/callbac%6b',
  'https://shop.example/callback%20',
  'https://shop.example/callback%00',
  'https://shop.example/callback;x',
  'https://shop.example:443/callback',
  'https://shop.example:8443/callback',
  'https://SHOP.example/callback',
  'https://shop.example./callback',
  'http://shop.example/callback',
  'HTTPS://shop.example/callback',
  'https:shop.example/callback',
  'https:/shop.example/callback',
  'https:///shop.example/callback',
  '//shop.example/callback',
  '/callback',
  'callback',
  'https://user@shop.example/callback',
  'https://shop.example@evil.example/callback',
  'https://evil.example/https://shop.example/callback',
  'https://shop.example.evil.example/callback',
  'https://evil.example#https://shop.example/callback',
  'https://evil.example?https://shop.example/callback',
  'https://evil.example\\@shop.example/callback',
  'https://shop.example\\.evil.example/callback',
  'https://xn--shp-5na.example/callback',
  'https://ѕhop.example/callback',
  'javascript:alert(1)',
  'data:text/html,x',
  'urn:ietf:wg:oauth:2.0:oob',
  'shop.example://callback',
  ' https://shop.example/callback',
  'https://shop.example/callback\n',
  'https://shop.example/callback\tx',
]

test('forty addresses that are not the registered one lead nowhere', async () => {
  expect(strangers).toHaveLength(40)
  for (const uri of strangers) {
    const { status, headers } = await user.follow(askOf(client, newVerifier().challenge, { redirect_uri: uri }))
    expect({ uri, status, location: headers.location }).toEqual({ uri, status: 400, location: undefined })
  }
})

describe('a request is refused', () => {
  const refused: readonly (readonly [what: string, more: Params, error: string])[] = [
    ['without a challenge', { code_challenge: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge of no method', { code_challenge_method: '' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for an ID token at once', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['for a code and an ID token', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
    ['for nothing', { response_type: 'none' }, 'unsupported_response_type'],
    ['for a scope that does not exist', { scope: 'openid wallets' }, 'invalid_scope'],
    ['for no scope', { scope: '' }, 'invalid_scope'],
    ['with a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['with an address of a request object', { request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
    ['without asking a user who has to be asked', { prompt: 'none', scope: 'openid payments' }, 'consent_required'],
    ['with none beside another prompt', { prompt: 'none login' }, 'invalid_request'],
  ]
  test.each(refused)('%s', async (_what, more, error) => {
    const back = backOf(await user.follow(askOf(client, newVerifier().challenge, more)))
    expect(back).toMatchObject({ error, state: 'a state', iss: ORIGIN })
    expect(back['code']).toBeUndefined()
  })

  test('on a page when its client does not exist', async () => {
    const { status, headers } = await user.follow(askOf({ clientId: 'nobody' }, newVerifier().challenge))
    expect([status, headers.location, headers['content-type']]).toEqual([400, undefined, 'text/html; charset=utf-8'])
  })

  test('on a page without an address, even when one alone is registered', async () => {
    const ask = askOf(client, newVerifier().challenge).replace(/redirect_uri=[^&]+&/, '')
    expect((await user.follow(ask)).status).toBe(400)
  })
})

test('an authorization request by POST is asked again by GET, and answers in forms and fragments are not given', async () => {
  const ask = askOf(client, newVerifier().challenge, { response_mode: 'form_post' })
  const posted = await user.say('POST', '/oauth/authorize', { ...formOf({}), body: ask.split('?')[1] })
  expect([posted.status, posted.headers.location]).toEqual([303, ask])
  const page = await user.follow(ask)
  const heard = page.status === 200 ? await user.press(page, 'allow') : page
  expect([heard.status, backOf(heard)['code']]).toEqual([303, expect.any(String)])
})

describe('a code', () => {
  const wrong: readonly (readonly [what: string, more: () => Params])[] = [
    ['with another verifier', () => ({ code_verifier: newVerifier().verifier })],
    ['without a verifier', () => ({ code_verifier: '' })],
    ['with another address', () => ({ redirect_uri: `${CALLBACK}/` })],
    ['by another client', () => ({ client_id: other.clientId, client_secret: other.secret })],
  ]
  test.each(wrong)('is dead after a try %s', async (_what, more) => {
    const coded = await obtainCode(user, client)
    expect((await exchange(client, coded, more())).status).toBe(400)
    expect((await exchange(client, coded)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('of another moment counts no longer', async () => {
    const coded = await obtainCode(user, client)
    await tables(server.api.orm.em.fork())
      .updateTable('oauth_artifact')
      .set({ expiresAt: new Date(0) })
      .where('model', '=', 'AuthorizationCode')
      .execute()
    expect((await exchange(client, coded)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('is exchanged once by twenty who try at the same time', async () => {
    const coded = await obtainCode(user, client)
    const heard = await Promise.all(Array.from({ length: 20 }, () => exchange(client, coded)))
    expect(heard.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(heard.filter(({ status }) => status === 400)).toHaveLength(19)
  })

  test('in JSON is exchanged like one in a form', async () => {
    const { code, verifier } = await obtainCode(user, client)
    const body = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
      client_id: client.clientId,
      client_secret: client.secret,
    }
    expect((await server.say('POST', '/api/oauth/token', { body })).status).toBe(200)
  })
})

describe('a refresh token', () => {
  test('gives twenty who show it at once the same successor, and ends its grant once that is used', async () => {
    const { refresh_token: token } = await obtainTokens(user, client)
    const heard = await Promise.all(Array.from({ length: 20 }, () => refresh(client, token)))
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([200]))
    const successors = new Set(heard.map(({ body }) => body['refresh_token']))
    expect(successors.size).toBe(1)
    const [successor] = successors
    const { body: next } = await refresh(client, successor)
    expect((await refresh(client, token)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(client, next['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('that was replaced longer ago ends its grant', async () => {
    const { refresh_token: token } = await obtainTokens(user, client)
    const { body: next } = await refresh(client, token)
    const longAgo = new Date(Date.now() - 31_000)
    await tables(server.api.orm.em.fork())
      .updateTable('oauth_artifact')
      .set({ consumedAt: longAgo })
      .where('sealedSuccessor', 'is not', null)
      .execute()
    expect((await refresh(client, token)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(client, next['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('of one sign-in ends without those of another', async () => {
    const one = await obtainTokens(user, client)
    const two = await obtainTokens(user, client)
    await server.say(
      'POST',
      '/oauth/revoke',
      formOf({ client_id: client.clientId, client_secret: client.secret, token: String(one['refresh_token']) }),
    )
    expect((await refresh(client, one['refresh_token'])).status).toBe(400)
    expect((await server.say('GET', '/oauth/userinfo', { key: String(one['access_token']) })).status).toBe(401)
    expect((await refresh(client, two['refresh_token'])).status).toBe(200)
  })

  test('narrows its scope and never widens it', async () => {
    const { refresh_token: token } = await obtainTokens(user, client)
    const { body } = await refresh(client, token, { scope: 'openid' })
    expect(body).toMatchObject({ scope: 'openid' })
    expect((await refresh(client, body['refresh_token'], { scope: 'openid payments' })).body).toMatchObject({
      error: 'invalid_scope',
    })
  })

  test('is of no use to another client', async () => {
    const { refresh_token: token } = await obtainTokens(user, client)
    expect((await refresh(other, token)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('ends thirty days after the sign-in, however often it is replaced', async () => {
    const { refresh_token: token } = await obtainTokens(user, client)
    const { body } = await refresh(client, token)
    expect(body['refresh_token']).not.toBe(token)
    const db = tables(server.api.orm.em.fork())
    const grants = await db.selectFrom('oauth_grant').selectAll().execute()
    const kept = await db.selectFrom('oauth_artifact').selectAll().where('model', '=', 'RefreshToken').execute()
    for (const { grantId, expiresAt } of kept) {
      const grant = grants.find(({ id }) => id === grantId)
      expect(Number(grant?.expiresAt) - Number(grant?.signedInAt)).toBe(30 * 86_400_000)
      expect(expiresAt.getTime()).toBeLessThanOrEqual(Number(grant?.expiresAt) + 1_000)
    }
  })
})

describe('a client', () => {
  test('is asked for its secret, by body or Basic, also for the one before while that counts', async () => {
    const token = { grant_type: 'refresh_token', refresh_token: 'x' }
    expect((await askToken({ ...client, secret: 'wrong' }, token)).body).toMatchObject({ error: 'invalid_client' })
    const basic = Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')
    const heard = await server.say('POST', '/oauth/token', formOf(token, { authorization: `Basic ${basic}` }))
    expect([heard.status, heard.body]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
    expect(heard.headers['cache-control']).toBe('no-store')
    const old = newVerifier().verifier
    const previousSecretDigest = createHash('sha256').update(old).digest()
    const tryOld = async (previousValidUntil: Date) => {
      const rotated = await registerClient(server, { previousSecretDigest, previousValidUntil })
      return (await askToken({ ...rotated, secret: old }, token)).body['error']
    }
    expect(await tryOld(new Date(Date.now() + 60_000))).toBe('invalid_grant')
    expect(await tryOld(new Date(Date.now() - 1))).toBe('invalid_client')
  })

  test('that is gone has no tokens', async () => {
    const gone = await registerClient(server)
    const { access_token: token } = await obtainTokens(user, gone)
    await tables(server.api.orm.em.fork()).deleteFrom('oauth_client').where('clientId', '=', gone.clientId).execute()
    expect((await server.say('GET', '/oauth/userinfo', { key: String(token) })).status).toBe(401)
    expect(
      await tables(server.api.orm.em.fork()).selectFrom('oauth_grant').select('id').where('clientId', '=', gone.clientId).execute(),
    ).toEqual([])
  })

  test('without a secret proves itself by the verifier, and takes any port of this machine', async () => {
    const app = await registerClient(server, { isPublic: true, secretDigest: null, redirectUris: ['http://127.0.0.1/cb'] })
    const { verifier, challenge } = newVerifier()
    const uri = 'http://127.0.0.1:51004/cb'
    const page = await user.follow(askOf(app, challenge, { redirect_uri: uri }))
    const { code = '' } = backOf(await user.press(page, 'allow'))
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: uri, client_id: app.clientId }
    expect((await server.say('POST', '/oauth/token', formOf(fields))).status).toBe(200)
    const again = await user.follow(askOf(app, newVerifier().challenge, { redirect_uri: uri }))
    expect(backOf(again)).toMatchObject({ code: expect.any(String) })
  })
})

describe('the token endpoint', () => {
  test('refuses what is sent twice, what is no form, and what is too long, each in the words of OAuth or of all others', async () => {
    const twice = `grant_type=refresh_token&refresh_token=a&refresh_token=b&client_id=${client.clientId}&client_secret=${client.secret}`
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await server.say('POST', '/oauth/token', { body: twice, headers: form })).body).toMatchObject({ error: 'invalid_request' })
    expect((await server.say('POST', '/oauth/token', { body: '[]', headers: { 'content-type': 'application/json' } })).status).toBe(400)
    expect((await server.say('POST', '/oauth/token', { body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(400)
    expect((await server.say('POST', '/oauth/token', { body: 'x'.repeat(70_000), headers: form })).status).toBe(413)
  })
})

describe('a page of any origin', () => {
  const headers = { origin: 'https://page.example' }
  const opened = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
  }
  const places = ['/oauth/token', '/oauth/userinfo', '/oauth/revoke', '/.well-known/jwks.json', '/.well-known/openid-configuration']

  test.each(places)('reads every answer of %s, without cookies', async (path) => {
    for (const [method, said] of [
      ['GET', { headers }],
      ['POST', formOf({ client_id: client.clientId }, headers)],
      ['POST', { headers, body: 'x'.repeat(70_000) }],
      ['OPTIONS', { headers }],
    ] as const) {
      const heard = await server.say(method, path, said)
      expect([method, heard.status, heard.headers]).toMatchObject([method, expect.any(Number), opened])
      expect(heard.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  test.each(places.slice(0, 3))('asks before it calls /api%s with a credential in a header', async (path) => {
    const asked = { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
    const { status, bytes, headers: said } = await server.say('OPTIONS', `/api${path}`, { headers: asked })
    expect([status, bytes.toString(), said['content-type']]).toEqual([200, '{}', 'application/json; charset=utf-8'])
    expect(said['access-control-allow-methods']).toContain('POST')
    expect(said['access-control-allow-headers']).toContain('Authorization')
  })

  test('exchanges the code of a public client', async () => {
    const app = await registerClient(server, { isPublic: true, secretDigest: null })
    const { code, verifier } = await obtainCode(user, app)
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK, client_id: app.clientId }
    const heard = await server.say('POST', '/oauth/token', formOf(fields, headers))
    expect([heard.status, heard.headers]).toMatchObject([200, opened])
    const { headers: said, status } = await server.say('GET', '/oauth/userinfo', { key: String(heard.body['access_token']), headers })
    expect([status, said]).toMatchObject([200, opened])
  })

  test('opens nothing with the cookies of a user, and cannot read the pages of sign-in', async () => {
    for (const path of places.slice(0, 3)) expect((await user.say('POST', path, formOf({}, headers))).status).toBeGreaterThanOrEqual(400)
    for (const path of ['/oauth/authorize', '/oauth/logout'])
      for (const method of ['GET', 'OPTIONS'])
        expect((await user.say(method, path, { headers })).headers['access-control-allow-origin']).toBeUndefined()
  })
})

test.each([
  ['GET', '/api/oauth/token', 'POST, OPTIONS'],
  ['PUT', '/api/oauth/userinfo', 'GET, POST, HEAD, OPTIONS'],
  ['GET', '/api/oauth/revoke', 'POST, OPTIONS'],
  ['POST', '/api/oauth/jwks', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/oauth/authorize', 'GET, POST, HEAD, OPTIONS'],
])('%s %s is refused with the methods that are served', async (method, path, allow) => {
  const { status, body, headers } = await server.say(method, path)
  expect([status, body['code'], headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', allow])
})

describe('nothing stored opens anything', () => {
  test('no token, code, session or interaction is in the database in clear', async () => {
    const tokens = await obtainTokens(user, client)
    await user.follow(askOf(client, newVerifier().challenge, { scope: 'openid payments' }))
    const rows = await tables(server.api.orm.em.fork()).selectFrom('oauth_artifact').selectAll().execute()
    const stored = JSON.stringify(rows)
    const shown = [tokens['access_token'], tokens['refresh_token'], ...user.jar.values()].map(String)
    expect(shown.filter((secret) => secret.length > 20 && stored.includes(secret))).toEqual([])
    const logged = JSON.stringify(server.logged)
    expect([...shown, client.secret].filter((secret) => secret.length > 20 && logged.includes(secret))).toEqual([])
  })

  test('a session that was not opened in the portal signs nobody in', async () => {
    const account = { email: 'by-the-api@shop.example', password: 'correct horse battery staple' }
    const { body } = await server.say('POST', '/api/auth/register', { body: account })
    const stranger = openBrowser(server)
    stranger.jar.set('__Host-session', String(body['token']))
    expect((await stranger.follow(askOf(client, newVerifier().challenge))).headers.location).toContain('/dashboard/sign-in')
  })
})

describe('the form of consent', () => {
  test('is taken from its own page alone, with its token', async () => {
    const page = await user.follow(askOf(client, newVerifier().challenge, { scope: 'openid payments' }))
    const action = actionOf(page)
    const foreign = await user.say('POST', action, formOf({ answer: 'allow' }, { 'sec-fetch-site': 'cross-site' }))
    expect(foreign.status).toBe(403)
    const forged = await user.say('POST', action, formOf({ answer: 'allow', token: 'x' }, { 'sec-fetch-site': 'same-origin' }))
    expect([forged.status, forged.headers.location]).toEqual([400, undefined])
    expect((await user.press(page, 'allow')).status).toBe(303)
  })

  test('of one browser is of no use in another', async () => {
    const page = await user.follow(askOf(client, newVerifier().challenge, { scope: 'openid payments' }))
    const action = actionOf(page)
    const stranger = await openUser(server)
    expect((await stranger.follow(action)).status).toBe(400)
  })
})
