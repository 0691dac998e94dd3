import { tables } from '@gateway/db/tables'
import { testAuthenticator } from '@gateway/operations/testing/test-authenticator'
import { codeAt, verifyAddress } from '@gateway/operations/testing/test-factors'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Heard, openShop, type Said, startTestServer, type TestServer } from '../test-server.ts'

type Members = Readonly<Record<string, unknown>>

const ORIGIN = 'https://gateway.test'
const password = 'correct horse battery staple'

let server: TestServer
let email: string
let accounts = 0
beforeAll(async () => void (server = await startTestServer(undefined, { default: 100_000, anonymous: 100_000 })))
afterAll(() => server.close())
beforeEach(() => void (email = `ada-${++accounts}@shop.example`))

const sameOrigin = { 'sec-fetch-site': 'same-origin', origin: ORIGIN }

/** Calls a procedure like a page of the portal. */
const call = (name: string, { headers, ...said }: Said = {}, type: 'query' | 'mutation' = 'mutation'): Promise<Heard> =>
  server.say(type === 'query' ? 'GET' : 'POST', `/trpc/${name}`, { ...said, headers: { ...sameOrigin, ...headers } })
const resultOf = ({ body }: Heard): Members => Object(Object(body['result'])['data'])
const refusalOf = ({ status, body }: Heard) => [status, Object(Object(Object(body['error'])['data'])['refusal'])['code']]

/** The cookie that an answer sets, as a browser sends it back. */
function cookieOf({ headers }: Heard): string {
  const [cookie = ''] = headers['set-cookie'] ?? []
  return cookie.split(';')[0] ?? ''
}

const signUp = () => call('accounts.portal.signUp', { body: { email, password, name: 'Ada' } })
const signIn = () => call('accounts.portal.signIn', { body: { email, password } })
const asPage = (cookie: string, headers: Readonly<Record<string, string>> = {}) => ({ headers: { cookie, ...headers } })

/** Makes the address of the signed-in merchant verified. */
async function verify(cookie: string): Promise<void> {
  const current = resultOf(await call('accounts.portal.current', asPage(cookie), 'query'))
  await verifyAddress(server.api, Object(current['merchant'])['id'])
}

/** Enrols an authenticator app. @returns its secret, with its next code not used. */
async function enrolTotp(cookie: string): Promise<string> {
  await verify(cookie)
  const secret = String(resultOf(await call('accounts.factors.startTotp', asPage(cookie)))['secret'])
  const code = codeAt(secret, server.api.clock.now())
  expect(resultOf(await call('accounts.factors.confirmTotp', { ...asPage(cookie), body: { code } }))).toEqual({
    recovery_codes: expect.any(Array),
  })
  server.api.clock.advance(30_000)
  return secret
}

describe('signing in to the portal', () => {
  test('puts the token into a cookie that no script reads, and into no answer', async () => {
    const heard = await signUp()
    const merchant = { id: expect.any(String), email, name: 'Ada', email_verified: false, is_operator: false }
    expect(resultOf(heard)).toEqual({ status: 'signed_in', merchant })
    const [cookie = ''] = heard.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^__Host-session=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=604800$/)
    expect(heard.bytes.toString()).not.toContain(cookieOf(heard).split('=')[1])
    const current = await call('accounts.portal.current', asPage(cookieOf(heard)), 'query')
    const until = new Date(server.api.clock.now().getTime() + 300_000).toISOString()
    expect(resultOf(current)).toEqual({ status: 'signed_in', merchant, second_factor: false, confirmed_until: until })
  })

  test('an account with an authenticator app signs in with a ticket and a code', async () => {
    const secret = await enrolTotp(cookieOf(await signUp()))
    const asked = await signIn()
    expect(asked.headers['set-cookie']).toBeUndefined()
    const { ticket, ...rest } = resultOf(asked)
    expect(rest).toEqual({ status: 'second_factor', expires_at: expect.any(String), factors: ['totp', 'recovery_code'] })
    expect(refusalOf(await call('accounts.portal.finishSignIn', { body: { ticket, code: '000000' } }))).toEqual([400, 'VALIDATION_ERROR'])
    const finished = await call('accounts.portal.finishSignIn', { body: { ticket, code: codeAt(secret, server.api.clock.now()) } })
    expect(resultOf(finished)).toMatchObject({ status: 'signed_in', merchant: { email } })
    expect(resultOf(await call('accounts.portal.current', asPage(cookieOf(finished)), 'query'))).toMatchObject({ second_factor: true })
  })

  test('takes a passkey alone, and confirms with it later', async () => {
    const cookie = cookieOf(await signUp())
    await verify(cookie)
    const authenticator = testAuthenticator(ORIGIN)
    const { challenge_id, options } = resultOf(await call('accounts.factors.passkeyRegistration', asPage(cookie)))
    const made = authenticator.create(options as Parameters<typeof authenticator.create>[0])
    const added = await call('accounts.factors.addPasskey', { ...asPage(cookie), body: { challenge_id, name: 'Laptop', response: made } })
    expect(resultOf(added)).toEqual({ recovery_codes: expect.any(Array) })
    expect(resultOf(await call('accounts.factors.list', asPage(cookie), 'query'))).toEqual({
      passkeys: [{ id: expect.any(String), name: 'Laptop', created_at: expect.any(String), last_used_at: null }],
      totp_since: null,
      recovery_codes_left: 10,
    })

    const asked = resultOf(await call('accounts.portal.passkeyOptions'))
    const signed = (answer: Members) => ({
      challenge_id: answer['challenge_id'],
      response: authenticator.get(answer['options'] as Parameters<typeof authenticator.get>[0]),
    })
    const entered = await call('accounts.portal.finishPasskey', { body: signed(asked) })
    expect(resultOf(entered)).toMatchObject({ status: 'signed_in', merchant: { email } })

    server.api.clock.advance(300_000)
    const page = asPage(cookieOf(entered))
    expect(refusalOf(await call('accounts.factors.newRecoveryCodes', page))).toEqual([401, 'CONFIRMATION_REQUIRED'])
    const again = resultOf(await call('accounts.portal.confirmPasskeyOptions', page))
    const until = new Date(server.api.clock.now().getTime() + 300_000).toISOString()
    expect(resultOf(await call('accounts.portal.confirmPasskey', { ...page, body: signed(again) }))).toEqual({ confirmed_until: until })
    expect(resultOf(await call('accounts.factors.newRecoveryCodes', page))).toEqual({ recovery_codes: expect.any(Array) })
  })

  test('a refused sign-in keeps no cookie', async () => {
    await signUp()
    const wrong = await call('accounts.portal.signIn', { body: { email, password: 'wrong horse' } })
    expect([refusalOf(wrong), wrong.headers['set-cookie']]).toEqual([[401, 'UNAUTHENTICATED'], undefined])
  })
})

describe('REST', () => {
  test('asks for the second factor at login with a ticket in details, and takes a code for it', async () => {
    const secret = await enrolTotp(cookieOf(await signUp()))
    const asked = await server.say('POST', '/api/auth/login', { body: { email, password } })
    expect(asked).toMatchObject({
      status: 401,
      body: {
        code: 'SECOND_FACTOR_REQUIRED',
        details: { ticket: expect.stringMatching(/^[\w-]{43}$/), expires_at: expect.any(String), factors: ['totp', 'recovery_code'] },
      },
    })
    expect(asked.body['token']).toBeUndefined()
    const { ticket } = Object(asked.body['details'])
    const body = { ticket, code: codeAt(secret, server.api.clock.now()) }
    const finished = await server.say('POST', '/auth/second-factor', { body })
    expect(finished).toMatchObject({ status: 200, body: { token: expect.any(String), expires_in: 604_800, merchant: { email } } })
    expect(finished.headers['set-cookie']).toBeUndefined()
    expect((await server.say('GET', '/api/auth/me', { key: String(finished.body['token']) })).status).toBe(200)
    expect(await server.say('POST', '/api/auth/second-factor', { body })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': expect.stringContaining('Bearer') },
      body: { code: 'UNAUTHENTICATED', error: expect.stringContaining('begin again'), details: [{ field: 'ticket' }] },
    })
  })

  test('refuses a wrong code as it refuses a wrong password, and takes the ticket again', async () => {
    const secret = await enrolTotp(cookieOf(await signUp()))
    const asked = await server.say('POST', '/api/auth/login', { body: { email, password } })
    const { ticket } = Object(asked.body['details'])
    const finish = (code: unknown) => server.say('POST', '/api/auth/second-factor', { body: { ticket, code } })
    expect(await finish('no code')).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED', details: [{ field: 'code' }] } })
    expect(await finish(undefined)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ field: 'code' }] } })
    expect((await finish(codeAt(secret, server.api.clock.now()))).status).toBe(200)
  })

  test.each([
    ['GET', '/api/auth/me'],
    ['GET', '/api/businesses'],
    ['POST', '/api/auth/logout'],
    ['GET', '/api/webhooks/logs'],
  ])('knows no cookie: %s %s', async (method, path) => {
    const heard = await server.say(method, path, asPage(cookieOf(await signUp()), sameOrigin))
    expect([heard.status, heard.body['code']]).toEqual([401, 'UNAUTHENTICATED'])
  })
})

describe('the cookie', () => {
  const foreign: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    'another host of this site': { 'sec-fetch-site': 'same-site', origin: 'https://shop.gateway.test' },
  }
  test.each(Object.entries(foreign))('opens nothing to a page of %s, and is kept', async (_name, headers) => {
    const cookie = cookieOf(await signUp())
    for (const [name, type] of [
      ['accounts.portal.current', 'query'],
      ['accounts.sessions.endAll', 'mutation'],
      ['accounts.me', 'query'],
    ] as const) {
      const heard = await call(name, asPage(cookie, headers), type)
      expect([heard.status, heard.body['code'], heard.headers['set-cookie']]).toEqual([403, 'FORBIDDEN', undefined])
    }
    expect((await call('accounts.portal.current', asPage(cookie), 'query')).status).toBe(200)
  })

  test('opens nothing to a foreign page in a browser that names only its origin', async () => {
    const cookie = cookieOf(await signUp())
    const old = (origin: string) => server.say('GET', '/trpc/accounts.portal.current', { headers: { cookie, origin } })
    expect([(await old('https://evil.example')).status, (await old(ORIGIN)).status]).toEqual([403, 200])
  })

  test.each([
    ['that was signed out', (cookie: string) => call('accounts.portal.signOut', asPage(cookie))],
    ['that has expired', async () => server.api.clock.advance(7 * 24 * 60 * 60_000)],
  ])('%s answers 401, and the browser forgets it', async (_name, end) => {
    const cookie = cookieOf(await signUp())
    await end(cookie)
    const heard = await call('accounts.portal.sessions', asPage(cookie), 'query')
    expect(refusalOf(heard)).toEqual([401, 'INVALID_TOKEN'])
    expect(heard.headers['set-cookie']).toEqual(['__Host-session=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0'])
  })

  test('a cookie that opens nothing any more is answered with the fact that nobody is signed in, and forgotten', async () => {
    const cookie = cookieOf(await signUp())
    await call('accounts.portal.signOut', asPage(cookie))
    const heard = await call('accounts.portal.current', asPage(cookie), 'query')
    expect([heard.status, resultOf(heard), cookieOf(heard)]).toEqual([200, { status: 'signed_out' }, '__Host-session='])
    const without = await call('accounts.portal.current', {}, 'query')
    expect([without.status, resultOf(without), without.headers['set-cookie']]).toEqual([200, { status: 'signed_out' }, undefined])
  })

  test('counts at the stream of a payment, for pages of this origin', async () => {
    const cookie = cookieOf(await signUp())
    const follow = (more: Readonly<Record<string, string>>) =>
      server.say('GET', '/api/payments/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11/events', asPage(cookie, more))
    expect((await follow({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect((await follow(sameOrigin)).status).toBe(404)
    await call('accounts.portal.signOut', asPage(cookie))
    const dead = await follow(sameOrigin)
    expect([dead.status, cookieOf(dead)]).toEqual([401, '__Host-session='])
  })

  test('counts for less than a header, and not at all when there are two', async () => {
    const cookie = cookieOf(await signUp())
    const other = await openShop(server)
    const me = await call('accounts.portal.current', { ...asPage(cookie), key: other.token }, 'query')
    expect(resultOf(me)).toMatchObject({ merchant: { email: other.account.email } })
    expect(refusalOf(await call('accounts.portal.current', { ...asPage(cookie), key: 'nonsense' }, 'query'))).toEqual([
      401,
      'INVALID_TOKEN',
    ])
    expect(refusalOf(await call('accounts.portal.sessions', asPage(`${cookie}; ${cookie}`), 'query'))).toEqual([401, 'INVALID_TOKEN'])
    expect(resultOf(await call('accounts.portal.current', asPage(`${cookie}; ${cookie}`), 'query'))).toEqual({ status: 'signed_out' })
  })

  test('opens ten procedures at once', async () => {
    const cookie = cookieOf(await signUp())
    const names = ['accounts.portal.current', 'accounts.factors.list', 'businesses.list']
    const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: {}, 2: {} }))
    const { status, bytes } = await server.say('GET', `/trpc/${names.join(',')}?batch=1&input=${input}`, asPage(cookie, sameOrigin))
    expect([status, JSON.parse(bytes.toString())]).toEqual([200, names.map(() => ({ result: { data: expect.any(Object) } }))])
  })
})

describe('the sessions of a merchant', () => {
  test('the sessions of a merchant are listed with browser and place, and ended one by one', async () => {
    const cookie = cookieOf(await signUp())
    server.api.clock.advance(1_000)
    await server.say('POST', '/api/auth/login', { body: { email, password }, headers: { 'user-agent': 'curl/8.5.0' } })
    const list = async () => resultOf(await call('accounts.portal.sessions', asPage(cookie), 'query'))['sessions'] as Members[]
    const session = { id: expect.any(String), browser: 'curl', created_at: expect.any(String), expires_at: expect.any(String) }
    const [other, own] = await list()
    expect([other, own]).toEqual([
      { ...session, opened_in: 'api', is_current: false },
      { ...session, browser: 'an unknown browser', opened_in: 'portal', is_current: true },
    ])
    const end = (id: unknown) => call('accounts.portal.endSession', { ...asPage(cookie), body: { id } })
    expect(resultOf(await end(other?.['id']))).toEqual({ done: true })
    expect(refusalOf(await end(other?.['id']))).toEqual([404, 'NOT_FOUND'])
    expect(await list()).toHaveLength(1)
    const stranger = cookieOf(await call('accounts.portal.signUp', { body: { email: `eve-${accounts}@shop.example`, password } }))
    expect(refusalOf(await call('accounts.portal.endSession', { ...asPage(stranger), body: { id: own?.['id'] } }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect(await list()).toHaveLength(1)
  })

  test('are listed in pages, newest first, with how many there are', async () => {
    const cookie = cookieOf(await signUp())
    server.api.clock.advance(1_000)
    await signIn()
    const page = async (input: object) =>
      resultOf(await call(`accounts.portal.sessions?input=${encodeURIComponent(JSON.stringify(input))}`, asPage(cookie), 'query'))
    expect(await page({ limit: 1 })).toMatchObject({ sessions: [{ is_current: false }], total: 2, limit: 1, offset: 0 })
    expect(await page({ limit: 1, offset: '1' })).toMatchObject({ sessions: [{ is_current: true }], total: 2, offset: 1 })
  })

  test('end everywhere at once', async () => {
    const [first, second] = [cookieOf(await signUp()), cookieOf(await signIn())]
    const ended = await call('accounts.portal.signOutEverywhere', asPage(first))
    expect([resultOf(ended), cookieOf(ended)]).toEqual([{ sessions_ended: 2 }, '__Host-session='])
    for (const cookie of [first, second]) expect((await call('accounts.portal.sessions', asPage(cookie), 'query')).status).toBe(401)
  })
})

test('a session of the portal confirms again before it makes a key, over any transport', async () => {
  const cookie = cookieOf(await signUp())
  const create = () => call('businesses.create', { ...asPage(cookie), body: { name: 'Shop' } })
  const id = resultOf(await create())['business']
  server.api.clock.advance(300_000)
  const key = () => call('businesses.keys.create', { ...asPage(cookie), body: { id: Object(id)['id'], name: 'Spare' } })
  expect(refusalOf(await key())).toEqual([401, 'CONFIRMATION_REQUIRED'])
  // The token of the cookie gets no further as a bearer.
  const token = cookie.split('=')[1] ?? ''
  const overRest = await server.say('POST', `/api/businesses/${Object(id)['id']}/api-keys`, { key: token, body: { name: 'Spare' } })
  expect(overRest).toMatchObject({ status: 401, body: { code: 'CONFIRMATION_REQUIRED' } })
  const confirm = (shown: object) => call('accounts.portal.confirm', { ...asPage(cookie), body: shown })
  expect(refusalOf(await confirm({ password: 'wrong horse' }))).toEqual([400, 'VALIDATION_ERROR'])
  expect(refusalOf(await confirm({}))).toEqual([400, 'VALIDATION_ERROR'])
  expect((await confirm({ password })).status).toBe(200)
  expect((await key()).status).toBe(200)
})

test('the log holds neither a cookie nor a ticket nor a code', async () => {
  const cookie = cookieOf(await signUp())
  const secret = await enrolTotp(cookie)
  const { ticket } = resultOf(await signIn())
  const code = codeAt(secret, server.api.clock.now())
  await call('accounts.portal.finishSignIn', { body: { ticket, code } })
  const logged = JSON.stringify(server.logged)
  for (const clear of [cookie.split('=')[1], String(ticket), secret, `"${code}"`]) expect(logged).not.toContain(clear)
  expect(await tables(server.api.orm.em.fork()).selectFrom('idempotency_record').selectAll().execute()).toEqual([])
})
