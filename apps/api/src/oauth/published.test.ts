import { listKeys } from '@gateway/db/oauth/key-queries'
import { tables } from '@gateway/db/tables'
import { rotateKey } from '@gateway/operations/oauth/keys/rotate-key'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, SignJWT, generateKeyPair } from 'jose'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Heard, TestServer } from '../test-server.ts'
import { formOf, ORIGIN, registerClient, startOauthServer, type TestBrowser, type TestClient } from './test-browser.ts'
import { exchange, obtainCode, obtainTokens, openUser, refresh } from './test-sign-in.ts'

let server: TestServer
let client: TestClient
let user: TestBrowser
beforeAll(async () => {
  server = await startOauthServer()
  user = await openUser(server)
  client = await registerClient(server)
})
afterAll(() => server.close())

const keysOf = ({ body }: Heard) => Object(body)['keys'] as Record<string, string>[]

describe('discovery', () => {
  test('says what is served and nothing else, whatever host asks', async () => {
    const expected = {
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      userinfo_endpoint: `${ORIGIN}/oauth/userinfo`,
      revocation_endpoint: `${ORIGIN}/oauth/revoke`,
      end_session_endpoint: `${ORIGIN}/oauth/logout`,
      jwks_uri: `${ORIGIN}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      scopes_supported: ['openid', 'offline_access', 'payments', 'email', 'profile'],
      claim_types_supported: ['normal'],
      claims_supported: ['sub', 'auth_time', 'at_hash', 'email', 'email_verified', 'name', 'iss'],
      claims_parameter_supported: false,
      request_uri_parameter_supported: false,
      authorization_response_iss_parameter_supported: true,
    }
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const heard = await server.say('GET', `/.well-known/${name}`, {
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      })
      expect(heard.body).toEqual(expected)
      expect(heard.headers['cache-control']).toBe('public, max-age=3600')
    }
  })

  test('names endpoints that answer', async () => {
    const { body } = await server.say('GET', '/.well-known/openid-configuration')
    const places = Object.entries(body).filter(([name]) => name.endsWith('_endpoint') || name === 'jwks_uri')
    for (const [, place] of places) expect((await server.say('GET', new URL(String(place)).pathname)).status).not.toBe(500)
    expect((await server.say('GET', '/api/oauth/jwks')).body).toEqual((await server.say('GET', '/.well-known/jwks.json')).body)
  })
})

describe('the published keys', () => {
  test('are public members alone', async () => {
    const heard = await server.say('GET', '/.well-known/jwks.json')
    expect(heard.headers['cache-control']).toBe('public, max-age=3600')
    const keys = keysOf(heard)
    expect(keys).toHaveLength(2)
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    const stored = await tables(server.api.orm.em.fork()).selectFrom('oauth_key').selectAll().execute()
    expect(JSON.stringify(stored)).not.toMatch(/"d"/)
  })

  test('turn over while users sign in, and no request fails', async () => {
    const before = await obtainTokens(user, client)
    const signIns = Promise.all(Array.from({ length: 12 }, async () => exchange(client, await obtainCode(user, client))))
    const operator: MerchantId = '00000000-0000-4000-8000-000000000000'
    // An hour and a half later every reader has the next key.
    await rotateKey({ ...server.api, clock: { now: () => new Date(Date.now() + 90 * 60_000) } }, { by: `operator:${operator}` })
    for (const { status } of await signIns) expect(status).toBe(200)
    Object.assign(server.api, { clock: { now: () => new Date(Date.now() + 6_000) } })
    const keys = keysOf(await server.say('GET', '/.well-known/jwks.json'))
    expect(keys).toHaveLength(3)
    const after = await obtainTokens(user, client)
    const [one, two] = [before, after].map(({ id_token: token }) => decodeProtectedHeader(String(token)).kid)
    expect(one).not.toBe(two)
    const set = createLocalJWKSet({ keys })
    for (const { id_token: token } of [before, after]) await jwtVerify(String(token), set, { issuer: ORIGIN, audience: client.clientId })
    expect((await refresh(client, before['refresh_token'])).status).toBe(200)
    const states = (await listKeys(server.api.orm.em.fork(), { at: server.api.clock.now() })).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['current', 'next', 'retired'])
  })
})

describe('a token of somebody else', () => {
  test('opens nothing: foreign issuers, other audiences, swapped kinds', async () => {
    const { access_token: access, refresh_token: again, id_token: id } = await obtainTokens(user, client)
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT({ scope: 'openid' })
      .setProtectedHeader({ alg: 'RS256', kid: 'x' })
      .setIssuer(ORIGIN)
      .setSubject('x')
      .sign(privateKey)
    for (const token of [again, id, forged, 'x', '']) {
      expect((await server.say('GET', '/oauth/userinfo', { key: String(token) })).status).not.toBe(200)
    }
    for (const token of [access, id, forged]) expect((await refresh(client, token)).body).toMatchObject({ error: 'invalid_grant' })
    for (const token of [access, again, id, forged])
      expect((await server.say('GET', '/api/auth/me', { key: String(token) })).status).not.toBe(200)
  })

  test('an access token without openid says nothing about its user', async () => {
    const { access_token: token } = await obtainTokens(user, client, { scope: 'email' })
    expect((await server.say('GET', '/oauth/userinfo', { key: String(token) })).status).toBe(403)
  })
})

describe('revocation', () => {
  test('answers an object, also for what it does not know, and refuses strangers', async () => {
    const own = { client_id: client.clientId, client_secret: client.secret }
    const heard = await server.say('POST', '/oauth/revoke', formOf({ ...own, token: 'unknown' }))
    expect([heard.status, heard.body, heard.headers['cache-control']]).toEqual([200, {}, 'no-store'])
    const { id_token: jwt } = await obtainTokens(user, client)
    const structured = await server.say('POST', '/oauth/revoke', formOf({ ...own, token: String(jwt) }))
    expect([structured.status, structured.body]).toEqual([200, {}])
    expect((await server.say('POST', '/oauth/revoke', formOf({ ...own, client_secret: 'x', token: String(jwt) }))).status).toBe(401)
    expect((await server.say('POST', '/oauth/revoke', formOf(own))).body).toMatchObject({ error: 'invalid_request' })
    expect((await server.say('POST', '/oauth/revoke', formOf({ ...own, client_secret: 'x', token: 'y' }))).status).toBe(401)
  })
})
