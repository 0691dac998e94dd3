import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, type Saying } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

let story: Story
const email = `Ada-${randomBytes(6).toString('hex')}@Shop.example`
const password = 'correct horse battery staple'

beforeAll(async () => {
  story = await sharedStory()
  await ask('POST /auth/register', { body: { email, password, name: 'Ada' } })
})
afterAll(() => story?.close())

const ask = (route: string, saying?: Saying) => say(story.gateway.api, route, saying)
const signIn = (as: Readonly<Record<string, unknown>>) => ask('POST /auth/login', { body: as })

test('a merchant signs in and reads its own account', async () => {
  const { status, body } = await signIn({ email, password })
  expect(status).toBe(200)
  const merchant = { id: expect.any(String), email: email.toLowerCase(), name: 'Ada', created_at: expect.any(String) }
  expect(body).toMatchObject({ success: true, token: expect.any(String), expires_in: 604_800, merchant })
  const me = await ask('GET /auth/me', { key: String(body['token']) })
  expect(me.status).toBe(200)
  expect(me.body).toMatchObject({ success: true, ...merchant, merchant: body['merchant'] })
  expect(JSON.stringify(me.body)).not.toMatch(/password|argon2/i)
})

test('an e-mail address opens one account, in any spelling', async () => {
  const spellings = [email, email.toUpperCase(), ` ${email} `]
  for (const spelling of spellings) {
    const { status, body } = await ask('POST /auth/register', { body: { email: spelling, password: 'another password' } })
    expect({ status, body }).toMatchObject({ status: 409, body: { success: false, code: 'EMAIL_TAKEN' } })
  }
})

test('exactly one of eight concurrent registrations with the same e-mail succeeds', async () => {
  const wanted = `race-${randomBytes(6).toString('hex')}@shop.example`
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('POST /auth/register', { body: { email: wanted, password } })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
})

test('a wrong password and an unknown account get the same response', async () => {
  const answers = await Promise.all([
    signIn({ email, password: 'wrong horse battery staple' }),
    signIn({ email: `nobody-${randomBytes(6).toString('hex')}@shop.example`, password }),
    signIn({ email: 'no address at all', password }),
  ])
  const seen = answers.map(({ status, body: { request_id: _own, ...body } }) => ({ status, body }))
  expect(seen[0]).toMatchObject({ status: 401, body: { success: false, code: 'UNAUTHENTICATED', error: expect.any(String) } })
  expect(new Set(seen.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

test.each([
  [{ email: 'ada', password }, 'email'],
  [{ password }, 'email'],
  [{ email: 'bob@shop.example', password: 'short' }, 'password'],
  [{ email: 'bob@shop.example', password: 'x'.repeat(129) }, 'password'],
])('registering with %o fails and names %s', async (body, field) => {
  const refused = await ask('POST /auth/register', { body })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ success: false, code: 'VALIDATION_ERROR', details: [{ field }] })
})

test.each([
  ['no credential', () => undefined, 'UNAUTHENTICATED'],
  ['a made-up token', () => 'nonsense', 'INVALID_TOKEN'],
  ['a token with a changed signature', () => `${story.shop.token.slice(0, -6)}AAAAAA`, 'INVALID_TOKEN'],
  ['a token with alg none', () => unsigned(story.shop.token), 'INVALID_TOKEN'],
  ['a malformed API key', () => 'gw_live_x', 'INVALID_API_KEY'],
])('a request with %s gets a 401', async (_name, credential, code) => {
  const key = credential()
  const { status, headers, body } = await ask('GET /businesses', key === undefined ? {} : { key })
  expect({ status, body }).toMatchObject({
    status: 401,
    body: { success: false, code, error: expect.any(String), request_id: expect.any(String) },
  })
  expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
})

test('an API key gets INSUFFICIENT_SCOPE from /auth/me', async () => {
  expect(await ask('GET /auth/me', { key: story.shop.key })).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
})

/** The same claims under `alg: none` and without a signature (RFC 8725 §3.1). */
function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'merchant+jwt' })).toString('base64url')
  return `${header}.${token.split('.')[1] ?? ''}.`
}
