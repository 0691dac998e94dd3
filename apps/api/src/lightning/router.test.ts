import { eachRoom } from '@gateway/db/rooms'
import { tables } from '@gateway/db/tables'
import { runStatement } from '@gateway/db/kernel/run-statement'
import { defaultLightningLimits } from '@gateway/domain/lightning/limits'
import { openHighWaterFile } from '@gateway/operations/custody/recovery/high-water-file'
import { guardDecisions } from '@gateway/operations/custody/decisions/guard-decisions'
import { findDueBookings, findDueCalls, findDueInvoices, findDueLookUps } from '@gateway/operations/lightning/work/due-work'
import { type LightningDouble, lightningDouble } from '@gateway/operations/testing/lightning-double'
import { runFolder } from '@gateway/testing/run-folder'
import { createHash, createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Said, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let shop: Awaited<ReturnType<typeof openShop>>
let node: LightningDouble
/** Does what is due, as the roles that have the node do. */
let work: () => Promise<void>

beforeAll(async () => {
  server = await startTestServer()
  node = lightningDouble(server.api.clock)
  const keys = { decisionKeys: [createSecretKey(randomBytes(32))] }
  const limits = {
    lightningLimits: defaultLightningLimits,
    isPausedByFile: () => false,
    sequence: openHighWaterFile(join(runFolder(), `lightning-${randomUUID()}`)),
  }
  const payer = { ...server.api, keys, decidesAs: 'lightning' as const, pay: node.pay, ...limits }
  await guardDecisions(payer)()
  const receiver = { ...server.api, invoices: node.invoices }
  const wanted = { most: 100, busy: [] }
  let underWay = Promise.resolve()
  const workOnce = async (): Promise<void> => {
    const due = [
      ...(await findDueInvoices(receiver, wanted)),
      ...(await findDueLookUps(receiver, wanted)),
      ...(await findDueBookings(payer, wanted)),
      ...(await findDueCalls(payer, wanted)),
    ]
    await Promise.all(due.map(({ run }) => run()))
  }
  work = () => (underWay = underWay.then(workOnce))
  Object.assign(server.api, { hear: () => work() })
  shop = await openShop(server)
})
afterAll(() => server.close())

const say = (method: string, path: string, said: Said = {}) => server.say(method, path, { key: shop.key, ...said })
const enable = (wallet_id: string) => say('POST', '/api/lightning/nodes', { body: { wallet_id } })
const invoice = async (wallet_id: string, amount_sats: number) =>
  say('POST', '/api/lightning/invoices', { body: { wallet_id, amount_sats } })
async function fund(walletId: string, sats: number): Promise<void> {
  const { body } = await invoice(walletId, sats)
  node.payFromOutside(String(body['payment_hash']))
  server.api.clock.advance(60_000)
  await work()
}

describe('a wallet', () => {
  test('is enabled with 201 and found with 200 from then on, and its mnemonic is stored nowhere', async () => {
    const mnemonic = `CANARY_mnemonic_${randomBytes(8).toString('hex')} abandon abandon`
    const first = await say('POST', '/api/lightning/nodes', { body: { walletId: 'main', mnemonic } })
    expect([first.status, first.body]).toMatchObject([
      201,
      { success: true, wallet_id: 'main', status: 'active', balance_sats: 0, existing: false },
    ])
    expect(first.body['node']).toMatchObject({ id: first.body['id'], business_id: shop.businessId, lightning_address: null })
    const again = await say('POST', '/api/lightning/nodes', {
      body: { wallet_id: 'main', mnemonic },
      headers: { 'idempotency-key': 'canary' },
    })
    expect([again.status, again.body['id']]).toEqual([200, first.body['id']])
    expect((await say('GET', `/api/lightning/nodes/${String(first.body['id'])}`)).body['node']).toEqual(first.body['node'])
    expect((await say('GET', '/api/lightning/nodes?walletId=main')).body['node']).toEqual(first.body['node'])
    const told = [first.bytes.toString(), again.bytes.toString(), JSON.stringify(server.logged), await dump()].join('\n')
    for (const form of [mnemonic, Buffer.from(mnemonic).toString('hex'), Buffer.from(mnemonic).toString('base64')])
      expect(told).not.toContain(form)
  })

  test('registers an address with 201, is told it again with 200, and its name is checked by anybody', async () => {
    await enable('named')
    const body = { wallet_id: 'named', username: 'ada' }
    const first = await say('POST', '/api/lightning/address', { body })
    const { host } = new URL(server.api.publicUrl)
    expect([first.status, first.body]).toMatchObject([201, { lightning_address: `ada@${host}`, username: 'ada', wallet_id: 'named' }])
    expect((await say('POST', '/api/lightning/address', { body })).status).toBe(200)
    const refused = await say('POST', '/api/lightning/address', { body: { ...body, username: 'support' } })
    expect([refused.status, refused.body['code']]).toEqual([400, 'VALIDATION_ERROR'])
    expect((await say('GET', '/api/lightning/address?wallet_id=named')).body).toMatchObject({
      lightning_address: `ada@${host}`,
      username: 'ada',
    })
    expect((await say('GET', '/api/lightning/address?wallet_id=main')).body).toMatchObject({ lightning_address: null, username: null })
    const free = await server.say('GET', '/api/lightning/address?username=grace')
    expect([free.status, free.body, free.headers['access-control-allow-origin']]).toMatchObject([
      200,
      { username: 'grace', available: true },
      '*',
    ])
    expect((await server.say('GET', '/api/lightning/address?username=ada')).body).toMatchObject({ available: false })
    expect((await server.say('GET', '/api/lightning/address?username=root')).body).toMatchObject({ available: false })
    expect((await server.say('GET', '/api/lightning/address?wallet_id=named')).status).toBe(401)
    for (const query of ['', '?wallet_id=named&username=ada']) expect((await say('GET', `/api/lightning/address${query}`)).status).toBe(400)
  })

  test('has a name that is checked whatever credential comes along, which its wallet alone asks for', async () => {
    const ofOtherScope = await openShop(server)
    const { businessId } = ofOtherScope
    const db = tables(server.api.orm.em.fork())
    await db
      .updateTable('api_key')
      .set({ scopes: ['wallets:write'] })
      .where('businessId', '=', businessId)
      .execute()
    const asked = async (query: string, key: string) => {
      const { status, body } = await server.say('GET', `/api/lightning/address?${query}`, { key })
      return [status, body['code'] ?? body['available']]
    }
    for (const key of ['gw_live_guess', ofOtherScope.key]) expect(await asked('username=grace', key)).toEqual([200, true])
    expect(await asked('wallet_id=named', 'gw_live_guess')).toEqual([401, 'INVALID_API_KEY'])
    expect(await asked('wallet_id=named', ofOtherScope.key)).toEqual([403, 'INSUFFICIENT_SCOPE'])
  })

  test('shows its balance in both forms at both addresses', async () => {
    await enable('rich')
    await fund('rich', 12_345)
    for (const path of ['/api/lightning/balance', '/api/web-wallet/balance']) {
      const { status, body } = await say('GET', `${path}?wallet_id=rich`)
      const amounts = { balance_sats: 12_345, balance_msat: 12_345_000, available_sats: 12_345, reserved_sats: 0 }
      const balances = [{ chain: 'LN', currency: 'LN', balance: '0.00012345' }]
      expect([status, body]).toMatchObject([200, { success: true, wallet_id: 'rich', ...amounts, balances, data: { balances } }])
    }
    expect((await say('GET', '/api/lightning/balance?wallet_id=nobodys')).status).toBe(404)
  })
})

describe('a Lightning payment', () => {
  test('is an invoice first, without a member of that name, and then in both forms of the list', async () => {
    await enable('till')
    const { status, body } = await invoice('till', 500)
    const hash = String(body['payment_hash'])
    expect([status, body]).toMatchObject([
      201,
      { amount_sats: 500, description: null, data: { invoice: { bolt11: body['payment_request'], payment_hash: hash } } },
    ])
    expect(body).not.toHaveProperty('invoice')
    const { body: list } = await say('GET', '/api/lightning/payments?wallet_id=till&direction=incoming&status=pending')
    expect(list).toMatchObject({ total: 1, payments: [{ payment_hash: hash, status: 'pending' }], pagination: { has_more: false } })
    expect(list['data']).toEqual({ payments: list['payments'] })
    expect((await say('GET', '/api/lightning/payments?colour=red')).status).toBe(400)
  })

  test('within the service is the outgoing one by its hash, unless the other is named', async () => {
    await enable('from')
    await enable('to')
    await fund('from', 1_000)
    const { body: asked } = await invoice('to', 400)
    const sent = await say('POST', '/api/lightning/payments', { body: { wallet_id: 'from', bolt11: asked['payment_request'] } })
    expect([sent.status, sent.body]).toMatchObject([
      200,
      { success: true, status: 'settled', amount_sats: 400, fee_sats: 0, direction: 'outgoing' },
    ])
    expect(sent.body['payment']).toMatchObject({ payment_hash: asked['payment_hash'] })
    const path = `/api/lightning/payments/${String(asked['payment_hash']).toUpperCase()}`
    expect((await say('GET', path)).body).toMatchObject({ direction: 'outgoing', wallet_id: 'from' })
    expect((await say('GET', `${path}?direction=incoming`)).body).toMatchObject({ direction: 'incoming', wallet_id: 'to' })
    const again = await say('POST', '/api/lightning/payments', { body: { wallet_id: 'from', destination: asked['payment_request'] } })
    expect([again.status, again.body['code']]).toEqual([409, 'ALREADY_PAID'])
  })

  test('that was refused frees its key for a corrected body', async () => {
    await enable('corrected')
    await fund('corrected', 1_000)
    const send = (amount_sats: number) =>
      say('POST', '/api/lightning/payments', {
        body: { wallet_id: 'corrected', destination: node.foreign({ amountMsat: null }).paymentRequest, amount_sats },
        headers: { 'idempotency-key': 'corrected-1' },
      })
    expect(await send(5_000)).toMatchObject({ status: 400, body: { code: 'INSUFFICIENT_BALANCE' } })
    expect(await send(500)).toMatchObject({ status: 200, body: { status: 'settled' } })
  })

  test('that is repeated under its key is made once, and one that was refused is tried again', async () => {
    await enable('keyed')
    const { paymentRequest } = node.foreign({ amountMsat: 100_000n })
    const send = () =>
      say('POST', '/api/lightning/payments', {
        body: { wallet_id: 'keyed', destination: paymentRequest },
        headers: { 'idempotency-key': 'send-1' },
      })
    expect(await send()).toMatchObject({ status: 400, body: { code: 'INSUFFICIENT_BALANCE' } })
    await fund('keyed', 1_000)
    expect(await send()).toMatchObject({ status: 200, body: { status: 'settled' } })
    const replayed = await send()
    expect([
      replayed.status,
      replayed.body['idempotent_replay'],
      node.sent.filter((call) => call.paymentRequest === paymentRequest).length,
    ]).toEqual([200, true, 1])
  })

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('as an offer is not served by %s', async (method) => {
    for (const path of ['/api/lightning/offers', '/api/lightning/offers/1'])
      expect(await say(method, path)).toMatchObject({ status: 501, body: { code: 'NOT_IMPLEMENTED' } })
  })

  test.each(['GET', 'DELETE'])('as an offer is refused by %s to whoever may not use Lightning', async (method) => {
    const newKey = async (scopes: string[]) =>
      String((await say('POST', `/api/businesses/${shop.businessId}/api-keys`, { body: { scopes } })).body['api_key'])
    const path = '/api/lightning/offers'
    expect(await server.say(method, path)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(await say(method, path, { key: `${shop.key.slice(0, -1)}!` })).toMatchObject({ status: 401 })
    expect(await say(method, path, { key: await newKey(['payments:read']) })).toMatchObject({
      status: 403,
      body: { code: 'INSUFFICIENT_SCOPE' },
    })
    const reads = await say(method, path, { key: await newKey(['lightning:read']) })
    expect(reads.status).toBe(method === 'GET' ? 501 : 403)
  })
})

describe('LNURL', () => {
  const get = (path: string) => server.say('GET', path)

  test('answers for a name in either case, with an invoice over the hash of its metadata', async () => {
    const { status, body, headers } = await get('/.well-known/lnurlp/ADA')
    const { publicUrl } = server.api
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(body).toMatchObject({ tag: 'payRequest', callback: `${publicUrl}/lnurlp/ada/callback`, minSendable: 1_000, commentAllowed: 255 })
    const called = await get(`/lnurlp/ada/callback?amount=21000&comment=${encodeURIComponent('Grüße')}`)
    expect([called.status, called.body['routes']]).toEqual([200, []])
    const decoded = await node.pay.decode(String(called.body['pr']))
    expect(decoded.descriptionHash).toBe(createHash('sha256').update(String(body['metadata'])).digest('hex'))
    expect(decoded.amountMsat).toBe(21_000n)
    const verify = new URL(String(called.body['verify'])).pathname
    expect((await get(verify)).body).toEqual({ status: 'OK', settled: false, preimage: null, pr: called.body['pr'] })
    const { body: listed } = await say('GET', '/api/lightning/payments?wallet_id=named')
    expect(listed['payments']).toMatchObject([{ description: 'Grüße', status: 'pending' }])
  })

  const wrong = [
    '',
    '?amount=999',
    '?amount=1001',
    '?amount=1e6',
    '?amount=10000001000',
    '?amount=-1000',
    `?amount=1000&comment=${'x'.repeat(256)}`,
  ]
  test.each(wrong)('refuses a callback with %j in its own words', async (query) => {
    const { status, body } = await get(`/lnurlp/ada/callback${query}`)
    expect([status, body]).toMatchObject([400, { status: 'ERROR', reason: expect.any(String) }])
  })

  test('answers 404 for what nobody has, and cheaply for what wallets ask beside', async () => {
    for (const path of [
      '/.well-known/lnurlp/nobody9',
      '/lnurlp/nobody9/callback?amount=1000',
      `/lnurlp/verify/${'0'.repeat(64)}`,
      '/lnurlp/verify/x',
    ])
      expect(await get(path)).toMatchObject({ status: 404, body: { status: 'ERROR', reason: expect.any(String) } })
    const limitOf = async (path: string) => (await get(path)).headers['x-ratelimit-remaining']
    const before = Number(await limitOf('/.well-known/lnurlp/ada'))
    for (const path of ['/.well-known/keysend/ada', '/.well-known/nostr.json?name=ada']) expect((await get(path)).status).toBe(404)
    expect(Number(await limitOf('/.well-known/lnurlp/ada'))).toBe(before - 1)
  })
})

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const rows: string[] = []
  for (const table of eachRoom.flatMap((room) => Object.keys(room.tables))) {
    const found: unknown = await runStatement(
      server.api.orm.em.fork(),
      `SELECT to_jsonb(stored)::text AS row FROM "${table}" AS stored`,
      [],
    )
    rows.push(JSON.stringify(found))
  }
  return rows.join('\n')
}
