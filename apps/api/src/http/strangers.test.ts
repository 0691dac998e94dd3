import { tables } from '@gateway/db/tables'
import type { Scope } from '@gateway/domain/accounts/scope'
import { newApiKey } from '@gateway/operations/accounts/auth/api-key'
import type { Mode } from '@gateway/domain/kernel/id'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '../router.ts'
import { checksum } from '../test-checksum.ts'
import { type DescribedOperation, describedOperations as operations, opensToKeys } from '../test-operations.ts'
import { type Heard, openShop, startTestServer, type TestServer } from '../test-server.ts'
import { restProcedures } from './procedures/rest.ts'
import { type Fixture, fixtures, type Owned } from './stranger-fixtures.ts'
import { nobodysIds, openOwner } from './test-owner.ts'

type Json = Readonly<Record<string, unknown>>
type Shop = Awaited<ReturnType<typeof openShop>>

const guarded = operations.filter(({ security }) => security.length > 0 && security.every((way) => Object.keys(way).length > 0))

let server: TestServer
let owner: Shop
let thirdParty: Shop
let owned: Owned
/** Keys of the owner's business that open nothing, nothing of what is asked, and nothing of its mode. */
let dead: readonly string[]
let ofOtherScope: string
let ofOtherMode: string

beforeAll(async () => {
  server = await startTestServer(undefined, { default: 100_000, anonymous: 100_000, creation: 100_000, polling: 100_000 })
  ;({ owner, owned } = await openOwner(server))
  thirdParty = await openShop(server)
  const at = server.api.clock.now()
  dead = [await ownersKey({ revokedAt: at }), await ownersKey({ expiresAt: at })]
  // It opens no operation: where wallets change, it is needed beside another one.
  ofOtherScope = await ownersKey({ scopes: ['wallets:write'] })
  ofOtherMode = await ownersKey({ mode: 'test' })
})
afterAll(() => server.close())

/** A key of the owner's business with these terms. */
async function ownersKey(terms: { scopes?: Scope[]; mode?: Mode; revokedAt?: Date; expiresAt?: Date }): Promise<string> {
  const { mode = 'live', scopes = ['*'], revokedAt = null, expiresAt = null } = terms
  const { text, ...key } = newApiKey(server.api, mode)
  const row = {
    ...key,
    businessId: owner.businessId,
    name: null,
    scopes,
    createdAt: server.api.clock.now(),
    createdBy: null,
    lastUsedAt: null,
    revokedAt,
    expiresAt,
  }
  await tables(server.api.orm.em.fork()).insertInto('api_key').values(row).execute()
  return text
}

const fixtureOf = ({ id }: DescribedOperation): Fixture => {
  const fixture = fixtures[id]
  if (!fixture) throw new Error(`${id} has no row in stranger-fixtures.ts`)
  return fixture
}

/** Calls an operation like the owner; `named` replaces the owner's ids. */
function call(operation: DescribedOperation, key: string | undefined, named: Owned = owned): Promise<Heard> {
  const { path, body } = fixtureOf(operation)
  const filled = Object.entries(path?.(named) ?? {}).reduce((text, [name, value]) => text.replace(`{${name}}`, value), operation.path)
  const said = ['GET', 'DELETE'].includes(operation.method) ? {} : { body: body?.(named) ?? {} }
  return server.say(operation.method, filled, key === undefined ? said : { ...said, key })
}

const withoutRequestId = ({ status, body }: Heard) => ({ status, body: { ...body, request_id: undefined } })

/** Usage times of keys and rate counts may change. */
const stored = async () => (last = await checksum(server, { tables: ['rate_window'], columns: ['last_used_at'] }))
let last: string | undefined
/** What the test before has left: nothing changes the rows between two tests. */
const lastStored = async () => last ?? stored()

const cases = (some: readonly DescribedOperation[]) =>
  some.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
const opened = guarded.filter(opensToKeys)
const found = opened.filter(({ path }) => path.includes('{'))
const unaddressed = guarded.filter(({ path }) => !path.includes('{'))
const naming = opened.filter(({ id }) => fixtures[id]?.names !== undefined)

describe('a missing or invalid credential', () => {
  test.each(cases(guarded))('gets 401 on %s', async (_name, operation) => {
    const before = await lastStored()
    for (const key of [undefined, 'gw_live_guess', 'gw_test_guess', `${owner.token}x`, 'a'.repeat(2_100), ...dead]) {
      const { status, headers, body } = await call(operation, key)
      expect([status, headers['www-authenticate'], body['success']]).toEqual([401, 'Bearer', false])
    }
    expect(await stored()).toBe(before)
  })
})

describe('an API key of another scope', () => {
  test.each(cases(guarded))('gets 403 on %s', async (_name, operation) => {
    const key = opensToKeys(operation) ? ofOtherScope : owner.key
    const before = await lastStored()
    expect(await call(operation, key)).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
    expect(await stored()).toBe(before)
  })
})

describe('an object of another merchant or mode', () => {
  test.each(cases(found))('gets 404 like an unknown one on %s', async (_name, operation) => {
    const keys = [thirdParty.key, thirdParty.token, ...(fixtureOf(operation).isOfOneMode ? [ofOtherMode] : [])]
    const before = await lastStored()
    for (const key of keys) {
      const [theirs, noOnes] = [await call(operation, key), await call(operation, key, nobodysIds())]
      expect(theirs).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(noOnes))
    }
    expect(await stored()).toBe(before)
  })
})

describe('a business of another merchant in a body or a query', () => {
  test.each(cases(naming))('gets 403 like an unknown one on %s', async (_name, operation) => {
    const before = await lastStored()
    for (const key of [thirdParty.key, thirdParty.token]) {
      const [theirs, noOnes] = [await askNaming(operation, key, owned.businessId), await askNaming(operation, key, randomUUID())]
      expect(theirs).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect(withoutRequestId(theirs)).toEqual(withoutRequestId(noOnes))
    }
    expect(await stored()).toBe(before)
  })
})

describe('data of the owner', () => {
  // Strangers may create things of their own.
  afterAll(() => void (last = undefined))

  test.each(cases(unaddressed))('appears in no answer to another merchant on %s', async (_name, operation) => {
    // Some operations end the session that calls them.
    const { bytes } = await call(operation, operation.path.startsWith('/api/auth/') ? (await openShop(server)).token : thirdParty.token)
    for (const secret of [owned.businessId, owned.paymentId, owner.account.email]) expect(bytes.toString()).not.toContain(secret)
  })
})

describe('live data', () => {
  test.each(cases(opened.filter(({ method }) => method === 'GET')))(
    'appears in no answer to a test key on %s',
    async (_name, operation) => {
      const { bytes } = await call(operation, ofOtherMode)
      expect(bytes.toString()).not.toMatch(new RegExp(`"livemode":true|${owned.deliveryId}|"payment_id":"${owned.paymentId}"`))
    },
  )
})

/** Calls with another merchant's key or session and a named business. */
function askNaming(operation: DescribedOperation, key: string, businessId: string): Promise<Heard> {
  const { body } = fixtureOf(operation)
  if (operation.method === 'GET') return server.say('GET', `${operation.path}?business_id=${businessId}`, { key })
  return server.say(operation.method, operation.path, { key, body: { ...body?.(owned), business_id: businessId } })
}

describe('a procedure over RPC', () => {
  const procedures = restProcedures(appRouter)
    .filter(({ auth }) => auth === 'key' || auth === 'merchant')
    .map((procedure) => [procedure.name, procedure, operationOf(procedure)] as const)

  test.each(procedures)('gets the same refusals as over REST: %s', async (_name, { name, type, auth }, operation) => {
    const { path, body, names, isOfOneMode } = fixtureOf(operation)
    const ask = async (key: string | undefined, more: Json = {}) => {
      const input = { ...path?.(owned), ...body?.(owned), ...more }
      const said = key === undefined ? {} : { key }
      return type === 'query'
        ? server.say('GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, said)
        : server.say('POST', `/trpc/${name}`, { body: input, ...said })
    }
    const before = await lastStored()
    for (const key of [undefined, 'gw_live_guess', `${owner.token}x`, ...dead]) expect((await ask(key)).status).toBe(401)
    expect((await ask(auth === 'merchant' ? owner.key : ofOtherScope)).status).toBe(403)
    for (const key of path ? [thirdParty.key, thirdParty.token, ...(isOfOneMode ? [ofOtherMode] : [])] : [])
      expect((await ask(key)).status).toBe(strangersStatus(auth, key))
    const namings = names ? [owned.businessId, randomUUID()].map((id) => ({ [names]: id })) : []
    for (const naming of namings) for (const key of [thirdParty.key, thirdParty.token]) expect((await ask(key, naming)).status).toBe(403)
    expect(await stored()).toBe(before)
  })
})

/** A key is refused where a merchant's token is needed; elsewhere nothing is found. */
const strangersStatus = (auth: unknown, key: string): number => (auth === 'merchant' && key !== thirdParty.token ? 403 : 404)

/** The operation at a procedure's own address. */
function operationOf({ rest }: ReturnType<typeof restProcedures>[number]): DescribedOperation {
  const found = guarded.find(({ path, method }) => path === rest.path && method === rest.method.toUpperCase())
  if (!found) throw new Error(`${rest.path} is not in the description`)
  return found
}
