import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '../router.ts'
import { checksum } from '../test-checksum.ts'
import { type Heard, openShop, type Said, startTestServer, type TestServer } from '../test-server.ts'
import type { ProcedureMeta } from '../trpc.ts'
import { type PortalFixture, portalFixtures } from './portal-fixtures.ts'
import type { Owned } from './stranger-fixtures.ts'
import { nobodysIds, openOwner } from './test-owner.ts'

interface Procedure {
  readonly name: string
  readonly type: 'query' | 'mutation'
}

/** tRPC has a procedure's definition at run time but only part of it in its types. */
const definitions = appRouter._def.procedures as unknown as Readonly<
  Record<string, { _def: { meta?: ProcedureMeta; type: Procedure['type'] } }>
>
const procedures: readonly Procedure[] = Object.entries(definitions).flatMap(
  ([
    name,
    {
      _def: { meta, type },
    },
  ]) => (meta?.rest ? [] : [{ name, type }]),
)
const cases = (some: readonly Procedure[]) => some.map((procedure) => [procedure.name, procedure] as const)
const fixtureOf = ({ name }: Procedure): PortalFixture => portalFixtures[name] ?? {}
const open = procedures.filter((procedure) => fixtureOf(procedure).isOpen)
const guarded = procedures.filter((procedure) => !fixtureOf(procedure).isOpen)

let server: TestServer
let owner: Awaited<ReturnType<typeof openShop>>
let stranger: Awaited<ReturnType<typeof openShop>>
let owned: Owned

beforeAll(async () => {
  server = await startTestServer(undefined, { default: 100_000, anonymous: 100_000, creation: 100_000, polling: 100_000 })
  ;({ owner, owned } = await openOwner(server))
  stranger = await openShop(server)
})
afterAll(() => server.close())

function say({ name, type }: Procedure, said: Said, input: object = {}): Promise<Heard> {
  return type === 'query'
    ? server.say('GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, said)
    : server.say('POST', `/trpc/${name}`, { ...said, body: input })
}
const call = (procedure: Procedure, said: Said, named: Owned = owned) => say(procedure, said, fixtureOf(procedure).input?.(named))
const withCookie = (token: string, more: Readonly<Record<string, string>> = {}): Said => ({
  headers: { cookie: `__Host-session=${token}`, ...more },
})
const codeOf = ({ body }: Heard): unknown => Object(Object(Object(body['error'])['data'])['refusal'])['code'] ?? body['code']
const withoutRequestId = ({ status, bytes }: Heard) => [status, bytes.toString().replaceAll(/req_\w+/g, '')]
/** Usage times and counts may change. */
const stored = async () => (last = await checksum(server, { tables: ['rate_window', 'throttle'], columns: ['last_used_at', 'attempts'] }))
let last: string | undefined
/** What the test before has left: nothing changes the rows between two tests. */
const lastStored = async () => last ?? stored()

test('every procedure without a REST address has a fixture here, and no other one', () => {
  expect(Object.keys(portalFixtures).toSorted()).toEqual(procedures.map(({ name }) => name).toSorted())
})

const foreign = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example' }] as const

describe('a page of another origin', () => {
  test.each(cases(procedures))('gets 403 on %s', async (_name, procedure) => {
    const before = await lastStored()
    for (const headers of foreign)
      expect(await call(procedure, withCookie(owner.token, headers))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await stored()).toBe(before)
  })

  test.each(cases(open))('gets 403 without a cookie on %s', async (_name, procedure) => {
    const before = await lastStored()
    for (const headers of foreign) {
      const heard = await call(procedure, { headers })
      expect([heard.status, codeOf(heard), heard.headers['set-cookie']]).toEqual([403, 'FORBIDDEN', undefined])
    }
    expect(await stored()).toBe(before)
  })
})

describe('a missing or dead credential', () => {
  test.each(cases(guarded.filter((procedure) => !fixtureOf(procedure).tellsSignedOut)))('gets 401 on %s', async (_name, procedure) => {
    const before = await lastStored()
    for (const said of [{}, { key: 'gw_live_guess' }, { key: `${owner.token}x` }, withCookie(`${owner.token}x`), withCookie('')])
      expect((await call(procedure, said)).status).toBe(401)
    expect((await call(procedure, withCookie(`${owner.token}x`))).headers['set-cookie']?.[0]).toMatch(/^__Host-session=; .*Max-Age=0$/)
    expect(await stored()).toBe(before)
  })

  test.each(cases(guarded.filter((procedure) => fixtureOf(procedure).tellsSignedOut)))(
    'is told by %s that nobody is signed in, and refused only in a header',
    async (_name, procedure) => {
      for (const said of [{}, withCookie(`${owner.token}x`), withCookie('')])
        expect(await call(procedure, said)).toMatchObject({ status: 200, body: { result: { data: { status: 'signed_out' } } } })
      for (const key of ['gw_live_guess', `${owner.token}x`]) expect((await call(procedure, { key })).status).toBe(401)
    },
  )
})

describe('an API key', () => {
  test.each(cases(guarded))('gets 403 on %s', async (_name, procedure) => {
    const before = await lastStored()
    const heard = await call(procedure, { key: owner.key })
    expect([heard.status, codeOf(heard)]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(await stored()).toBe(before)
  })

  test.each(cases(guarded))('counts for nothing in the cookie on %s', async (_name, procedure) => {
    const heard = await call(procedure, withCookie(owner.key))
    expect([401, 403]).toContain(heard.status)
  })
})

describe('another merchant', () => {
  test.each(cases(guarded.filter((procedure) => fixtureOf(procedure).stranger)))(
    'gets the same refusal for the owner’s object and for an unknown one on %s',
    async (_name, procedure) => {
      const before = await lastStored()
      const [theirs, noOnes] = [
        await call(procedure, withCookie(stranger.token)),
        await call(procedure, withCookie(stranger.token), nobodysIds()),
      ]
      expect(codeOf(theirs)).toBe(fixtureOf(procedure).stranger)
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(noOnes))
      expect(await stored()).toBe(before)
    },
  )

  test.each(cases(guarded))('sees nothing of the owner on %s', async (_name, procedure) => {
    // Those of accounts change or end the session that calls them.
    const { token } = procedure.name.startsWith('accounts.') ? await openShop(server) : stranger
    const { bytes } = await call(procedure, withCookie(token))
    const { challenges: _ofNobodyElse, ...objects } = owned.objects
    for (const secret of [owned.businessId, owned.paymentId, ...Object.values(objects), owner.account.email])
      expect(bytes.toString()).not.toContain(secret)
    expect((await server.say('GET', '/api/auth/me', { key: owner.token })).status).toBe(200)
  })
})
