import type { DatabaseSettings } from '@gateway/db/orm'
import { createPasswords } from '@gateway/operations/accounts/passwords/password'
import { argon2, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Heard, startTestServer, type TestServer } from '../test-server.ts'

const account = { email: 'ada@shop.example', password: 'correct horse battery staple' }

let server: TestServer
/** SQL statements and argon2 hashes since the test began. */
const statements: string[] = []
const hashes: object[] = []

beforeAll(async () => {
  server = await startTestServer(undefined, {}, { database: { onPool: listenTo } })
  Object.assign(server.api, {
    passwords: createPasswords(undefined, countedHash),
    throttles: { ...server.api.throttles, emailsPerAddress: 1_000 },
  })
  await server.say('POST', '/api/auth/register', { body: account })
})
afterAll(() => server.close())
beforeEach(() => forget())

function forget(): void {
  for (const list of [statements, hashes]) list.length = 0
}

/** The real hash, with its cost recorded. */
function countedHash(parameters: Argon2Parameters): Promise<Buffer> {
  const { message, nonce, ...costs } = parameters
  hashes.push({ ...costs, messageBytes: Buffer.byteLength(message), saltBytes: Buffer.byteLength(nonce) })
  return promisify(argon2)('argon2id', parameters)
}

/** Records every statement of every connection, without its values. */
const listenTo: NonNullable<DatabaseSettings['onPool']> = (pool) =>
  void pool.on('connect', (client) => {
    const query: (...call: readonly unknown[]) => unknown = client.query.bind(client)
    const counted = (...call: readonly unknown[]): unknown => {
      const [first] = call
      statements.push(typeof first === 'string' ? first : String(Object(first)['text']))
      return query(...call)
    }
    Object.assign(client, { query: counted })
  })

/** An answer without its id, its time and its rate limit headers. */
function comparable({ status, headers, body }: Heard) {
  const {
    'x-request-id': _id,
    date: _date,
    ratelimit: _left,
    'x-ratelimit-remaining': _remaining,
    'x-ratelimit-reset': _reset,
    ...same
  } = headers
  const { request_id: _own, ...said } = body
  return { status, headers: same, body: said }
}

/** The cost of a request, with its answer. */
async function costOf(path: string, body: object) {
  forget()
  const answer = comparable(await server.say('POST', path, { body }))
  // Rate limits are saved once a second, regardless of the requests.
  return { answer, hashes: [...hashes], statements: statements.filter((text) => !text.includes('rate_window')) }
}

describe('the work for an unknown account', () => {
  const guess = { password: 'a wrong password of equal length' }
  const unknown = { email: 'eve@shop.example', ...guess }

  test('equals that of a wrong password at sign-in, with the same answer', async () => {
    const wrong = await costOf('/api/auth/login', { email: account.email, ...guess })
    expect(await costOf('/api/auth/login', unknown)).toEqual(wrong)
    expect(wrong.hashes).toEqual([{ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, messageBytes: 32, saltBytes: 16 }])
    expect(wrong.answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(wrong.statements.length).toBeGreaterThan(2)
  })

  test('equals that of a known account, without a hash, after too many failed attempts', async () => {
    const signIn = (email: string) => costOf('/api/auth/login', { ...guess, email })
    for (let turn = 0; turn < 10; turn++)
      await Promise.all([account.email, unknown.email].map((email) => server.say('POST', '/api/auth/login', { body: { ...guess, email } })))
    const known = await signIn(account.email)
    expect(await signIn(unknown.email)).toEqual(known)
    expect(known).toMatchObject({ hashes: [], answer: { status: 429, body: { code: 'RATE_LIMITED', usage: { current: 10, limit: 10 } } } })
  })

  test('equals that of a known account for a password reset request, with the same answer', async () => {
    const known = await costOf('/api/auth/password/forgot', { email: account.email })
    expect(await costOf('/api/auth/password/forgot', { email: 'mallory@shop.example' })).toEqual(known)
    expect(known).toMatchObject({ hashes: [], answer: { status: 200 } })
  })
})
