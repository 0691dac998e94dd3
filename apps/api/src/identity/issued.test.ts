import { revokeCredential } from '@gateway/operations/identity/credentials/revoke-credential'
import { newKey } from '@gateway/operations/identity/keys/seal-private-key'
import { openTestIssuer, type TestIssuer } from '@gateway/operations/testing/test-issuer'
import { testOperator } from '@gateway/operations/testing/test-operator'
import { didKeyOf, multibaseKey } from '@gateway/domain/identity/did'
import { sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Said, startTestServer, type TestServer } from '../test-server.ts'

const { as: by } = testOperator('ada')

let server: TestServer
let role: TestIssuer
let shop: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  server = await startTestServer()
  role = await openTestIssuer(server.api)
})
beforeEach(async () => {
  Object.assign(server.api, { hear: role.hear })
  shop = await openShop(server)
})
afterAll(() => server.close())

const say = (method: string, path: string, said: Said = {}) => server.say(method, path, { key: shop.key, ...said })
const claim = (body: object = {}, said: Said = {}) => say('POST', '/api/reputation/did/claim', { body, ...said })
const request = (body: object = {}) => say('POST', '/api/reputation/credential', { body })
const anybody = (method: string, path: string, said: Said = {}) => server.say(method, path, said)
const merchantIdOf = async () => String((await server.say('GET', '/api/auth/me', { key: shop.token })).body['id'])

describe('a DID', () => {
  test('is claimed with 201, is answered with 200 from then on, and is the merchant’s own', async () => {
    expect(await say('GET', '/api/reputation/did/me')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const first = await claim({ displayName: 'Kestrel Prints' })
    expect(first).toMatchObject({ status: 201, body: { success: true, verified: true, display_name: 'Kestrel Prints', existing: false } })
    const { did, public_key } = first.body
    expect(did).toBe(`did:key:${String(public_key)}`)
    expect(await claim()).toMatchObject({ status: 200, body: { did, existing: true } })
    const { status, body } = await say('GET', '/api/reputation/did/me')
    expect([status, body]).toMatchObject([200, { success: true, did, public_key, verified: true, linked_dids: [] }])
    expect((await server.say('POST', '/api/reputation/did/claim', { key: shop.token, body: {} })).body['did']).toBe(did)
  })

  test('that the issuer does not make is answered with 503 and when to come again; the same key asks again', async () => {
    Object.assign(server.api, { hear: () => Promise.resolve() })
    const real = performance.now.bind(performance)
    let passed = 0
    performance.now = () => real() + (passed += 3_000)
    const headers = { 'idempotency-key': 'a-claim' }
    const away = await claim({}, { headers }).finally(() => Object.assign(performance, { now: real }))
    expect(away).toMatchObject({ status: 503, body: { code: 'ISSUER_UNAVAILABLE' }, headers: { 'retry-after': expect.any(String) } })
    await role.work()
    expect((await say('GET', '/api/reputation/did/me')).status).toBe(404)
    Object.assign(server.api, { hear: role.hear })
    const later = await claim({}, { headers })
    expect(later).toMatchObject({ status: 201, body: { existing: false } })
    expect(await claim({}, { headers })).toMatchObject({
      status: 201,
      headers: { 'idempotent-replayed': 'true' },
      body: { did: later.body['did'] },
    })
  })

  test('from elsewhere is linked with a proof and without one', async () => {
    const { publicKey, privateKey } = newKey()
    const did = didKeyOf(publicKey)
    expect(await claim({ externalDid: did })).toMatchObject({
      status: 200,
      body: { did, verified: false, own_did: null, linked_dids: [{ did, verified: false }] },
    })
    const text = `claim-did:${did}:${await merchantIdOf()}`
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64url')
    const own = await claim()
    const proven = await claim({ did, public_key: multibaseKey(publicKey), signature })
    expect(proven).toMatchObject({
      status: 200,
      body: { did, verified: true, own_did: own.body['did'], linked_dids: [{ did, verified: true }] },
    })
    const other = await openShop(server)
    const stolen = await server.say('POST', '/api/reputation/did/claim', {
      key: other.key,
      body: { did, public_key: multibaseKey(publicKey), signature },
    })
    expect(stolen).toMatchObject({ status: 400, body: { code: 'INVALID_SIGNATURE' } })
    await role.work()
    const { body } = await anybody('GET', `/api/reputation/credentials?did=${encodeURIComponent(did)}`)
    expect(body).toMatchObject({ total: 1, credentials: [{ credential_type: 'DidControlCredential', revoked: false }] })
  })

  test.each([
    ['a signature without its key', { did: 'did:web:shop.example', signature: 'A'.repeat(86) }],
    ['a proof without a DID', { public_key: 'A'.repeat(43), signature: 'A'.repeat(86) }],
    ['a text that is no DID', { did: 'shop.example' }],
    ['two DIDs', { did: 'did:web:a.example', externalDid: 'did:web:b.example' }],
  ])('is not linked by %s', async (_what, body) => {
    expect((await claim(body)).status).toBe(400)
  })
})

/** As the data model wraps what is secured with JOSE (W3C VC 2.0, §4.13). */
const enveloped = (jwt: string) => ({ credential: { id: `data:application/vc+jwt,${jwt}`, type: 'EnvelopedVerifiableCredential' } })

describe('a credential', () => {
  test('is issued with 201, once a day, and is answered flat and whole to anybody', async () => {
    expect(await request()).toMatchObject({ status: 404 })
    const { did } = (await claim()).body
    const first = await request()
    expect(first).toMatchObject({
      status: 201,
      body: {
        success: true,
        agent_did: did,
        credential_type: 'ReputationCredential',
        revoked: false,
        existing: false,
        issuer: 'did:web:gateway.test',
      },
    })
    const { existing: _existing, success: _success, credential, ...flat } = first.body
    expect(credential).toEqual(flat)
    expect(Date.parse(String(flat['expires_at'])) - Date.parse(String(flat['issued_at']))).toBe(30 * 24 * 60 * 60 * 1_000)
    const named = await request({ credential_type: 'ReputationCredential' })
    expect(named).toMatchObject({ status: 200, body: { id: flat['id'], existing: true } })
    const read = await anybody('GET', `/api/reputation/credential/${String(flat['id'])}`)
    expect(read.body).toEqual({ success: true, ...flat, credential: flat })
    expect(read.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    const listed = await anybody('GET', `/api/reputation/credentials?did=${encodeURIComponent(String(did))}`)
    expect(listed.body).toMatchObject({ total: 2, limit: 50, offset: 0, pagination: { has_more: false } })
    expect(await anybody('GET', '/api/reputation/credential/00000000-0000-4000-8000-00000000ffff')).toMatchObject({ status: 404 })
    expect((await anybody('GET', '/api/reputation/credentials?did=nobody')).status).toBe(400)
  })

  test('is verified by its id and whole, always with 200, and revoked at once', async () => {
    await claim()
    const { credential } = (await request()).body
    const { id } = Object(credential)
    const verify = (body: object) => anybody('POST', '/api/reputation/verify', { body })
    const good = { success: true, valid: true, revoked: false, reason: null, credential_id: id }
    for (const body of [
      { credential_id: id },
      { credentialId: id },
      { id },
      { credential },
      { credential: Object(credential).proof.jwt },
      enveloped(Object(credential).proof.jwt),
    ])
      expect(await verify(body)).toMatchObject({ status: 200, body: good })
    const altered = { ...Object(credential), data: { ...Object(credential).data, score: 100 } }
    expect((await verify({ credential: altered })).body).toMatchObject({ valid: false, reason: 'altered' })
    expect(await verify({ credential_id: 'nobody' })).toMatchObject({ status: 200, body: { valid: false, reason: 'unknown' } })
    expect(await verify({})).toMatchObject({ status: 400 })
    await revokeCredential(server.api, { id, reason: 'Issued by mistake', by })
    expect((await verify({ id })).body).toMatchObject({ valid: false, revoked: true, reason: 'revoked' })
    expect((await anybody('GET', `/api/reputation/credential/${id}`)).body).toMatchObject({ revoked: true })
    const list = await anybody('GET', '/api/reputation/revocation-list')
    expect(list).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=60', 'access-control-allow-origin': '*' } })
    expect(list.body['revocations']).toContainEqual({ credential_id: id, reason: 'Issued by mistake', revoked_at: expect.any(String) })
    expect(list.body['revoked_credentials']).toContain(id)
    server.api.clock.advance(31 * 24 * 60 * 60 * 1_000)
    expect((await verify({ id })).body).toMatchObject({ valid: false, revoked: true })
  })

  test('that has ended is not valid', async () => {
    await claim()
    const { id } = (await request()).body
    server.api.clock.advance(30 * 24 * 60 * 60 * 1_000)
    expect((await anybody('POST', '/api/reputation/verify', { body: { id } })).body).toMatchObject({
      valid: false,
      revoked: false,
      reason: 'expired',
    })
  })
})

describe('what verifiers read', () => {
  test.each([
    ['/.well-known/did.json', 'application/did+json'],
    ['/credentials/context/v1', 'application/ld+json'],
    ['/credentials/status/1', 'application/vc+jwt'],
  ])('%s is %s for every origin, and not cached', async (path, type) => {
    await claim()
    const { status, headers, bytes } = await anybody('GET', path)
    expect([status, headers['content-type'], headers['access-control-allow-origin'], headers['cache-control']]).toEqual([
      200,
      type,
      '*',
      'no-store',
    ])
    expect(bytes.length).toBeGreaterThan(0)
  })

  test('a list that does not exist is not found', async () => {
    for (const id of ['0', '2', 'x', '1.0', '-1', '99999999999999999999'])
      expect((await anybody('GET', `/credentials/status/${id}`)).status).toBe(404)
  })

  test('the context defines every type and every member of what is issued', async () => {
    const { did } = (await claim({ displayName: 'Ada' })).body
    await request()
    const context = JSON.parse((await anybody('GET', '/credentials/context/v1')).bytes.toString())['@context']
    const { body } = await anybody('GET', `/api/reputation/credentials?did=${encodeURIComponent(String(did))}`)
    for (const { id, credential_type } of body['credentials'] as readonly { id: string; credential_type: string }[]) {
      const { data } = (await anybody('GET', `/api/reputation/credential/${id}`)).body
      for (const term of [credential_type, ...Object.keys(Object(data))]) expect(context).toHaveProperty(term)
    }
  })
})
