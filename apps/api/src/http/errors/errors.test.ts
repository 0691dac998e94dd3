import { DomainError, type ErrorKind, InvalidState } from '@gateway/domain/kernel/error'
import { UsageLimitExceeded } from '@gateway/domain/businesses/errors'
import { TRPCError } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop, startTestServer, type TestServer } from '../../test-server.ts'
import { presentRefusal, refusalOf } from './errors.ts'

const NOW = new Date('2026-11-30T23:59:00.000Z')

class Refused extends DomainError {
  readonly code = 'SOME_CODE'
  readonly kind: ErrorKind
  constructor(kind: ErrorKind) {
    super('a sentence for the caller')
    this.kind = kind
  }
}

describe('refusalOf', () => {
  test.each([
    ['invalid', 400, {}],
    ['unauthenticated', 401, { 'WWW-Authenticate': 'Bearer' }],
    ['forbidden', 403, {}],
    ['not_found', 404, {}],
    ['conflict', 409, {}],
    ['gone', 410, {}],
    ['rate_limited', 429, {}],
    ['unavailable', 503, { 'Retry-After': '5' }],
  ] as const)('maps a %s refusal to status %i', (kind, status, headers) => {
    const refusal = refusalOf(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new Refused(kind) }), NOW)
    expect(refusal).toMatchObject({ status, code: 'SOME_CODE', message: 'a sentence for the caller', headers })
  })

  test('reports the usage and the reset time of an exhausted quota', () => {
    const refusal = refusalOf(new UsageLimitExceeded({ limit: 100, standing: 100 }), NOW)
    expect(refusal).toMatchObject({ status: 429, code: 'USAGE_LIMIT_EXCEEDED', usage: { current: 100, limit: 100, remaining: 0 } })
    expect(refusal.headers).toEqual({ 'Retry-After': '60' })
  })

  test('keeps the details of a state as an object', () => {
    expect(refusalOf(new InvalidState('released', 'refund'), NOW).details).toEqual({ current: 'released' })
  })

  test.each([
    new Error('password=hunter2 at /srv/app/secret.ts'),
    'a thrown text',
    undefined,
    new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new z.ZodError([{ code: 'custom', path: ['hunter2'], message: 'hunter2' }]) }),
  ])('maps an unforeseen error to one fixed sentence', (error) => {
    const refusal = refusalOf(error, NOW)
    expect(refusal).toMatchObject({ status: 500, code: 'INTERNAL', isInternal: true })
    expect(JSON.stringify(presentRefusal(refusal, 'req_1'))).not.toMatch(/hunter2|srv|Zod/)
  })

  test.each(['ECONNREFUSED', '57P01', '53300', '57014', '55P03', '08006'])('maps the database error %s to DATABASE_BUSY', (code) => {
    const error = new Error('wrapped', { cause: Object.assign(new Error('connect'), { code }) })
    expect(refusalOf(error, NOW)).toMatchObject({ status: 503, code: 'DATABASE_BUSY', headers: { 'Retry-After': '5' } })
  })
})

describe('an error answer', () => {
  let server: TestServer
  beforeAll(async () => void (server = await startTestServer()))
  afterAll(() => server.close())

  test.each([
    ['is missing', {}],
    ['is empty', { authorization: '' }],
    ['is an empty bearer', { authorization: 'Bearer ' }],
    ['is of another scheme', { authorization: 'Basic Zm9vOmJhcg==' }],
    ['is repeated', { authorization: ['Bearer a', 'Bearer b'] }],
    ['is 4 KB long', { authorization: `Bearer ${'x'.repeat(4096)}` }],
    ['is an empty API key', { 'x-api-key': '' }],
    ['is a repeated API key', { 'x-api-key': ['a', 'b'] }],
    ['is unknown', { authorization: 'Bearer gw_live_unknown' }],
    ['is a foreign token', { authorization: 'Bearer abc' }],
    ['is in the query string only', {}],
  ])('gets status 401 when the credential %s', async (_, headers) => {
    const { status, headers: heard, body } = await server.say('GET', '/api/payments?access_token=x&api_key=x', { headers })
    expect([status, heard['www-authenticate']]).toEqual([401, 'Bearer'])
    expect(body).toEqual({
      success: false,
      error: expect.any(String),
      code: expect.stringMatching(/^(UNAUTHENTICATED|INVALID_(API_KEY|TOKEN))$/),
      request_id: expect.any(String),
    })
  })

  test('takes bearer in any case, and an API key in its own header', async () => {
    const { key } = await openShop(server)
    for (const headers of [
      { authorization: `bearer ${key}` },
      { authorization: `BEARER  ${key}` },
      { 'x-api-key': key },
      { authorization: `Bearer ${key}`, 'x-api-key': 'wrong' },
    ]) {
      expect((await server.say('GET', '/api/payments', { headers })).status).toBe(200)
    }
    const wins = await server.say('GET', '/api/payments', { headers: { authorization: 'Bearer gw_live_wrong', 'x-api-key': key } })
    expect(wins.status).toBe(401)
  })

  test('gets status 401 before any other check, without reading the body', async () => {
    const { status } = await server.say('POST', '/api/payments', { body: '{"broken', headers: { 'content-type': 'text/plain' } })
    expect(status).toBe(401)
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    const refused = await server.say('POST', '/api/payments', { body: {}, headers })
    expect([refused.status, refused.headers['x-ratelimit-limit']]).toEqual([401, '600'])
    const { key } = await openShop(server)
    const bad = await server.say('POST', '/api/payments', { key, body: { amount: 20, blockchain: 'ETH' }, headers })
    expect([bad.status, bad.headers['x-ratelimit-limit']]).toEqual([400, '600'])
  })

  test('reports 409 for a taken e-mail address, and 403 when an API key reads the account', async () => {
    const { account, token, key } = await openShop(server)
    const again = await server.say('POST', '/auth/register', { body: { ...account, email: account.email.toUpperCase() } })
    expect([again.status, again.body['code']]).toEqual([409, 'EMAIL_TAKEN'])
    const me = await server.say('GET', '/auth/me', { key: token })
    expect(me.body).toMatchObject({ success: true, email: account.email, merchant: { email: account.email } })
    expect((await server.say('GET', '/api/auth/me', { key })).status).toBe(403)
    const login = await server.say('POST', '/api/auth/login', { body: account })
    expect([login.status, Object.keys(login.body)]).toEqual([200, ['success', 'token', 'expires_in', 'merchant']])
  })

  test('hides internals of a failing database, and the log has the request id', async () => {
    const broken = await startTestServer()
    const { key } = await openShop(broken)
    await broken.api.orm.em.fork().getConnection().execute('DROP TABLE payment CASCADE')
    const { status, headers, body } = await broken.say('GET', '/api/payments', { key })
    expect([status, body]).toEqual([
      500,
      { success: false, error: expect.any(String), code: 'INTERNAL', request_id: headers['x-request-id'] },
    ])
    expect(JSON.stringify(body)).not.toMatch(/payment|select|relation/i)
    expect(broken.logged).toContainEqual({
      fields: expect.objectContaining({ requestId: headers['x-request-id'], err: expect.any(Error) }),
      message: 'request failed',
    })
    const rpc = await broken.say('GET', '/trpc/payments.list?input={}', { key })
    expect([rpc.status, rpc.bytes.toString()]).toEqual([500, expect.not.stringMatching(/select|relation|stack/i)])
    expect(broken.logged).toContainEqual({
      fields: expect.objectContaining({ requestId: rpc.headers['x-request-id'], err: expect.any(Error) }),
      message: 'request failed',
    })
    await broken.close()
  })
})
