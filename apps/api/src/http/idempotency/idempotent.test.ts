import { tables } from '@gateway/db/tables'
import { sealResponse } from '@gateway/operations/idempotency/seal-response'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Heard, openShop, type Said, startTestServer, type TestServer } from '../../test-server.ts'

type Members = Readonly<Record<string, unknown>>
type Shop = Awaited<ReturnType<typeof openShop>>

let server: TestServer
let shop: Shop
let keys = 0
const DEPOSITOR = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const BENEFICIARY = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'

beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
})
afterAll(() => server.close())

const terms = { amount: 20, blockchain: 'ETH', metadata: { order: 7, note: 'b' } }
const newKey = () => `order-${++keys}`
const create = (idempotencyKey: string, body: Said['body'] = terms, said: Said = {}) =>
  server.say('POST', '/api/payments/create', { key: shop.key, body, ...said, headers: { 'idempotency-key': idempotencyKey } })
const db = () => tables(server.api.orm.em.fork())
const counted = async () =>
  (await db().selectFrom('usage_counter').select('current').where('businessId', '=', shop.businessId).executeTakeFirst())?.current ?? 0

describe('a repeated request', () => {
  test('gets the stored answer, marked as a replay, and has no effect', async () => {
    const key = newKey()
    const first = await create(key)
    const before = await counted()
    const second = await create(key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual({ ...first.body, idempotent_replay: true })
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
    expect(await counted()).toBe(before)
  })

  test('matches the first for any order of its members and at any of its addresses', async () => {
    const key = newKey()
    const first = await create(key)
    const turned = { metadata: { note: 'b', order: 7 }, blockchain: 'ETH', amount: 20 }
    const headers = { 'idempotency-key': key }
    const second = await server.say('POST', '/api/payments', { key: shop.key, headers, body: turned })
    expect(second.body['id']).toBe(first.body['id'])
  })

  test('may have its key in the body of a creation, where the header takes precedence', async () => {
    const [inBody, inHeader] = [newKey(), newKey()]
    const say = (body: Record<string, unknown>, headers = {}) =>
      server.say('POST', '/api/payments/create', { key: shop.key, headers, body: { ...terms, ...body } })
    const first = await say({ idempotency_key: inBody })
    expect((await say({ idempotencyKey: inBody })).body['id']).toBe(first.body['id'])
    expect((await create(inBody)).body['id']).toBe(first.body['id'])
    const other = await say({ idempotency_key: inBody }, { 'idempotency-key': inHeader })
    expect(other.body['id']).not.toBe(first.body['id'])
  })

  test('repeats the tokens of an escrow to a caller without a credential only under a key that nobody guesses', async () => {
    const escrow = { chain: 'ETH', amount: 0.05, depositor_address: DEPOSITOR, beneficiary_address: BENEFICIARY }
    const ask = (idempotencyKey: string, key?: string) =>
      server.say('POST', '/api/escrow', { ...(key !== undefined && { key }), headers: { 'idempotency-key': idempotencyKey }, body: escrow })
    const names = ['release_token', 'beneficiary_token', 'releaseToken', 'beneficiaryToken']
    const repeated = async (idempotencyKey: string, key?: string) => {
      const [first, second] = [await ask(idempotencyKey, key), await ask(idempotencyKey, key)]
      expect([first.status, second.status, second.body['id']]).toEqual([201, 201, first.body['id']])
      for (const name of names) expect(first.body[name]).toMatch(/^esc_/)
      return names.map((name) => second.body[name] === first.body[name] || second.body[name])
    }
    expect(await repeated('x'.repeat(21))).toEqual([null, null, null, null])
    expect(await repeated('x'.repeat(22))).toEqual([true, true, true, true])
    expect(await repeated('1', shop.token)).toEqual([true, true, true, true])
  })

  test('belongs to the object in its path: the same key and body for another object is another request', async () => {
    const said = { key: shop.token, headers: { 'idempotency-key': newKey() }, body: {} }
    const { body: other } = await server.say('POST', '/api/businesses', { key: shop.token, body: { name: 'Second shop' } })
    const rotate = (id: unknown) => server.say('POST', `/api/businesses/${String(id)}/webhook-secret/rotate`, said)
    const [first, second] = [await rotate(shop.businessId), await rotate(other['id'])]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body['webhook_secret']).not.toBe(first.body['webhook_secret'])
    expect(second.body['idempotent_replay']).toBeUndefined()
    expect((await rotate(other['id'])).body).toEqual({ ...second.body, idempotent_replay: true })
  })

  test('gets 422 with another body, and changes nothing', async () => {
    const key = newKey()
    await create(key)
    const { status, body } = await create(key, { ...terms, amount: 21 })
    expect([status, body['code']]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  test('belongs to its credential: the key of another merchant is another request', async () => {
    const other = await openShop(server)
    const key = newKey()
    const first = await create(key)
    const second = await create(key, terms, { key: other.key })
    expect([second.status, second.body['business_id']]).toEqual([201, other.businessId])
    expect(second.body['id']).not.toBe(first.body['id'])
  })

  test('gets 401 once the API key is revoked', async () => {
    const other = await openShop(server)
    const key = newKey()
    await create(key, terms, { key: other.key })
    await db().updateTable('api_key').set({ revokedAt: server.api.clock.now() }).where('businessId', '=', other.businessId).execute()
    expect((await create(key, terms, { key: other.key })).status).toBe(401)
  })

  test('becomes a new one after a day', async () => {
    const key = newKey()
    const first = await create(key)
    server.api.clock.advance(24 * 60 * 60 * 1_000 - 1)
    expect((await create(key)).body['id']).toBe(first.body['id'])
    server.api.clock.advance(1)
    const later = await create(key)
    expect(later.body['id']).not.toBe(first.body['id'])
    expect((await create(key)).body['id']).toBe(later.body['id'])
  })

  test('runs again when the first one was refused', async () => {
    const key = newKey()
    expect((await create(key, { ...terms, blockchain: 'DOGE' })).status).toBe(400)
    expect((await create(key)).status).toBe(201)
  })
})

describe('a creation that the database makes the gateway repeat', () => {
  test('answers with the address that its payment got in the end, and so does every repeated request', async () => {
    const { failpoint } = server.api
    onTestFinished(() => void Object.assign(server.api, { failpoint }))
    let taken: Promise<unknown> | undefined
    const losing = async (name: string) => {
      if (name !== 'beforeCreateCommit' || taken) return
      taken = takeNextAddress()
      await eventually('another creation to wait for the address', async () => (await countWaiting()) > 0)
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    }
    Object.assign(server.api, { failpoint: losing })
    const key = newKey()
    const first = await create(key, { ...terms, blockchain: 'BTC' })
    await taken
    const { address } = await db()
      .selectFrom('payment')
      .select('address')
      .where('id', '=', String(first.body['id']))
      .executeTakeFirstOrThrow()
    expect([first.status, first.body['payment_address']]).toEqual([201, address])
    expect((await create(key, { ...terms, blockchain: 'BTC' })).body['payment_address']).toBe(address)
  })

  /** Claims the address that a creation has claimed and not committed, as soon as it gives it back. */
  async function takeNextAddress(): Promise<void> {
    const free = db().selectFrom('address_pool').select('idx').where('chain', '=', 'BTC').where('claimedBy', 'is', null)
    const { idx } = await free.orderBy('generation').orderBy('idx').limit(1).executeTakeFirstOrThrow()
    await db()
      .updateTable('address_pool')
      .set({ claimedBy: server.api.ids.uuid() })
      .where('chain', '=', 'BTC')
      .where('idx', '=', idx)
      .execute()
  }

  async function countWaiting(): Promise<number> {
    const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    const rows: readonly object[] = await server.api.orm.em.fork().getConnection().execute(waiting)
    return rows.length
  }
})

describe('a repeated call over tRPC', () => {
  const call = (procedure: string, body: Members, key?: string) =>
    server.say('POST', `/trpc/${procedure}`, { key: shop.key, body, headers: key === undefined ? {} : { 'idempotency-key': key } })
  /** The result of a call, or its refusal. */
  const dataOf = ({ body }: Heard) => (body['result'] as { data: Members }).data
  const refusalOf = ({ body }: Heard) => (body['error'] as { data: { refusal: Members } }).data.refusal

  test('gets the stored answer, marked as a replay, and has no effect', async () => {
    const key = newKey()
    const first = await call('payments.create', terms, key)
    const before = await counted()
    const second = await call('payments.create', terms, key)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(dataOf(second)).toEqual({ ...dataOf(first), idempotent_replay: true })
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
    expect(await counted()).toBe(before)
  })

  test('may have its key as a member, where the header takes precedence', async () => {
    const [inBody, inHeader] = [newKey(), newKey()]
    const first = await call('payments.create', { ...terms, idempotencyKey: inBody })
    expect(dataOf(await call('payments.create', { ...terms, idempotency_key: inBody }))).toEqual({
      ...dataOf(first),
      idempotent_replay: true,
    })
    const other = await call('payments.create', { ...terms, idempotencyKey: inBody }, inHeader)
    expect(dataOf(other)).not.toHaveProperty('idempotent_replay')
  })

  test('matches the same request over REST: one key creates one payment', async () => {
    const key = newKey()
    const { body: first } = await create(key)
    expect(dataOf(await call('payments.create', terms, key))).toMatchObject({ payment: { id: first['id'] }, idempotent_replay: true })
    const [otherKey, shopName] = [newKey(), { name: 'Third shop' }]
    const made = dataOf(await call('businesses.create', shopName, otherKey))
    const headers = { 'idempotency-key': otherKey }
    const again = await server.say('POST', '/api/businesses', { key: shop.key, headers, body: shopName })
    expect(again).toMatchObject({ status: 201, body: { business: made['business'], idempotent_replay: true } })
  })

  test('gets 422 with another body, and changes nothing', async () => {
    const key = newKey()
    await call('payments.create', terms, key)
    const refused = await call('payments.create', { ...terms, amount: 21 }, key)
    expect([refused.status, refusalOf(refused)['code']]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  test('belongs to the object named in its input', async () => {
    const key = newKey()
    const { body: other } = await server.say('POST', '/api/businesses', { key: shop.token, body: { name: 'Fourth shop' } })
    const headers = { 'idempotency-key': key }
    const rotate = (id: unknown) => server.say('POST', '/trpc/businesses.rotateWebhookSecret', { key: shop.token, headers, body: { id } })
    const [first, second] = [await rotate(shop.businessId), await rotate(other['id'])]
    expect(dataOf(second)['webhook_secret']).not.toBe(dataOf(first)['webhook_secret'])
    expect(dataOf(await rotate(shop.businessId))).toEqual({ ...dataOf(first), idempotent_replay: true })
    const overRest = await server.say('POST', `/api/businesses/${String(other['id'])}/webhook-secret/rotate`, { key: shop.token, headers })
    expect(overRest.body['webhook_secret']).toBe(dataOf(second)['webhook_secret'])
  })

  test('creates one API key and returns its text again', async () => {
    const key = newKey()
    const make = () => call('businesses.keys.create', { id: shop.businessId, name: 'Till' }, key)
    const [first, second] = [await make(), await make()]
    expect(dataOf(second)).toEqual({ ...dataOf(first), idempotent_replay: true })
  })

  test('creates one payment when twenty arrive at once', async () => {
    const key = newKey()
    const before = await counted()
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('payments.create', terms, key)))
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expect([refused.status, refused.headers['retry-after'], refusalOf(refused)['code']]).toEqual([409, '1', 'IDEMPOTENCY_IN_FLIGHT'])
    }
    expect(await counted()).toBe(before + 1)
  })

  test('marks each result of a batch that is a replay', async () => {
    const key = newKey()
    const headers = { 'idempotency-key': key }
    const shopName = { name: 'Fifth shop' }
    await call('businesses.create', shopName, key)
    const body = { 0: terms, 1: shopName }
    const batch = await server.say('POST', '/trpc/payments.create,businesses.create?batch=1', { key: shop.key, headers, body })
    const results = JSON.parse(batch.bytes.toString()) as { result: { data: Members } }[]
    expect(results.map(({ result }) => result.data['idempotent_replay'])).toEqual([undefined, true])
  })

  test('gets VALIDATION_ERROR for a malformed key', async () => {
    const refused = await call('payments.create', terms, 'x'.repeat(256))
    expect(refusalOf(refused)).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'idempotency_key' }] })
  })
})

test('a read by POST ignores the key and stores no answer', async () => {
  const stored = async () => (await db().selectFrom('idempotency_record').select('scope').execute()).length
  const before = await stored()
  for (const key of [newKey(), 'x'.repeat(256)]) {
    const read = (coins: string[]) => server.say('POST', '/api/rates/batch', { headers: { 'idempotency-key': key }, body: { coins } })
    const [first, second, other] = [await read(['BTC']), await read(['BTC']), await read(['ETH'])]
    expect([first.status, second.status, other.status]).toEqual([200, 200, 200])
    expect(second.body).not.toHaveProperty('idempotent_replay')
  }
  expect(await stored()).toBe(before)
})

describe('a refusal after an effect', () => {
  /** The signer rejects an address after the payment was created, while `during` runs. */
  const whileRefused = async <T>(during: () => Promise<T>): Promise<T> => {
    const { awaitPin } = server.api
    Object.assign(server.api, { awaitPin: async () => 'refused' })
    return during().finally(() => Object.assign(server.api, { awaitPin }))
  }
  const withoutRequest = ({ request_id: _ofThisOne, ...body }: Readonly<Record<string, unknown>>) => body

  test('gets replayed, marked as such, without another effect', async () => {
    const key = newKey()
    const before = await counted()
    const first = await whileRefused(() => create(key))
    expect(first).toMatchObject({ status: 503, body: { code: 'CHAIN_UNAVAILABLE', details: { chain: 'ETH' } } })
    expect(await counted()).toBe(before + 1)
    const second = await create(key)
    expect(second.status).toBe(503)
    expect(withoutRequest(second.body)).toEqual({ ...withoutRequest(first.body), idempotent_replay: true })
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
    expect(second.headers['retry-after']).toBe(first.headers['retry-after'])
    expect(await counted()).toBe(before + 1)
  })

  test('gets replayed also without stored details', async () => {
    const key = newKey()
    const scopes = async () => (await db().selectFrom('idempotency_record').select('scope').execute()).map(({ scope }) => scope)
    const known = await scopes()
    await whileRefused(() => create(key))
    const scope = (await scopes()).find((each) => !known.includes(each)) ?? ''
    const sealed = sealResponse(server.api.tokenKeys.privateKey, scope, { refusal: { code: 'CHAIN_UNAVAILABLE', message: 'Not now' } })
    await db().updateTable('idempotency_record').set({ sealed }).where('scope', '=', scope).execute()
    const { status, body } = await create(key)
    expect({ status, body: withoutRequest(body) }).toEqual({
      status: 503,
      body: { success: false, error: 'Not now', code: 'CHAIN_UNAVAILABLE', idempotent_replay: true },
    })
  })
})

describe('concurrent requests with one key', () => {
  test('create one payment; the others get IDEMPOTENCY_IN_FLIGHT or the stored answer', async () => {
    const key = newKey()
    const before = await counted()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)))
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body['id'])).size).toBe(1)
    for (const { body, headers } of answers.filter(({ status }) => status !== 201)) {
      expect([body['code'], headers['retry-after']]).toEqual(['IDEMPOTENCY_IN_FLIGHT', '1'])
    }
    expect(await counted()).toBe(before + 1)
  })
})

describe('secrets in a stored answer', () => {
  test('get replayed and are stored sealed', async () => {
    const said = { key: shop.key, headers: { 'idempotency-key': newKey() }, body: { name: 'Second shop' } }
    const first = await server.say('POST', '/api/businesses', said)
    const second = await server.say('POST', '/api/businesses', said)
    expect(second.body).toEqual({ ...first.body, idempotent_replay: true })
    const rows = JSON.stringify(await db().selectFrom('idempotency_record').selectAll().execute())
    for (const secret of ['api_key', 'webhook_secret']) {
      const text = String(first.body[secret])
      expect(rows).not.toContain(text)
      expect(rows).not.toContain(Buffer.from(text).toString('base64').slice(4, -4))
    }
  })
})

test.each(['', 'x'.repeat(256), 'schlüssel', 'tab\there'])('rejects the idempotency key %j', async (key) => {
  const { status, body } = await server.say('POST', '/api/payments/create', { key: shop.key, body: { ...terms, idempotency_key: key } })
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ field: 'idempotency_key' }] } })
})

describe('a request with both spellings of the key member', () => {
  const say = (body: Record<string, unknown>, headers = {}) =>
    server.say('POST', '/api/payments/create', { key: shop.key, headers, body: { ...terms, ...body } })

  test('gets 400 when they differ, also beside a header, without an effect', async () => {
    const before = await counted()
    const [one, other] = [newKey(), newKey()]
    for (const headers of [{}, { 'idempotency-key': one }]) {
      const { status, body } = await say({ idempotency_key: one, idempotencyKey: other }, headers)
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION_ERROR',
          error: 'idempotency_key was sent twice with different values',
          details: [{ field: 'idempotency_key', message: 'was sent twice with different values' }],
        },
      })
    }
    expect(await counted()).toBe(before)
  })

  test('uses one key when they are equal or one of them is null', async () => {
    const key = newKey()
    const first = await say({ idempotency_key: key, idempotencyKey: key })
    expect(first.status).toBe(201)
    expect((await say({ idempotency_key: null, idempotencyKey: key })).body['id']).toBe(first.body['id'])
  })
})
