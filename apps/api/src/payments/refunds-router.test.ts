import { tables } from '@gateway/db/tables'
import { openChain, output, type TestChain, txOf } from '@gateway/operations/testing/test-chain'
import { PAYER } from '@gateway/operations/testing/test-refunds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let btc: TestChain
let shop: Awaited<ReturnType<typeof openShop>>
/** The refunds of a completed payment of 60 USD, which has received 0.001 BTC. */
let path: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  btc = await openChain(server.api, 'BTC')
  path = await completed()
})
afterAll(() => server.close())

async function created(): Promise<{ readonly id: string; readonly address: string }> {
  const { body } = await server.say('POST', '/api/payments', { key: shop.key, body: { amount: 60, blockchain: 'BTC' } })
  return { id: String(body['id']), address: String(body['payment_address']) }
}

let transactions = 0
async function completed(): Promise<string> {
  const { id, address } = await created()
  await btc.mine({ transfers: [output(address, 100_000n, { tx: ++transactions })], at: server.api.clock.now() })
  await btc.mineEmpty(6)
  return `/api/payments/${id}/refunds`
}

const post = (to: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}) =>
  server.say('POST', to, { key: shop.key, body, headers })

describe('POST /api/payments/{id}/refunds', () => {
  test('201: starts a refund that the merchant pays, flat and as an object, with both links', async () => {
    const { status, body } = await post(path, { amount: 15, reason: 'Out of stock' })
    expect(status).toBe(201)
    const { refund, success: _, ...flat } = body
    expect(flat).toEqual(refund)
    const shown = { paid_by: 'merchant', amount: 15, currency: 'USD', rate: 'payment', blockchain: 'BTC', amount_crypto: '0.00025' }
    expect(refund).toMatchObject({ ...shown, amount_paid: '0', address: null, status: 'offered', tx_hashes: [], reason: 'Out of stock' })
    expect(refund).toMatchObject({
      refund_url: expect.stringContaining('/refund/ret_'),
      pay_url: expect.stringContaining('/pay-refund/ret_'),
    })
  })

  test('201: gives the same answer for one idempotency key, and starts one refund', async () => {
    const headers = { 'Idempotency-Key': 'a refund that is repeated' }
    const [first, again] = [await post(path, { amount: 1 }, headers), await post(path, { amount: 1 }, headers)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual({ ...first.body, idempotent_replay: true })
  })

  test('400 INVALID_AMOUNT: refuses more coin than is left, and names the member', async () => {
    const { status, body } = await post(path, { amount_crypto: '0.001' })
    expect([status, body['code']]).toEqual([400, 'INVALID_AMOUNT'])
    expect(body['details']).toMatchObject([{ field: 'amount_crypto' }])
  })

  test('400 INVALID_STATE: refuses a payment that has received nothing, with the reason', async () => {
    const { id } = await created()
    const { status, body } = await post(`/api/payments/${id}/refunds`)
    expect([status, body['code']]).toEqual([400, 'INVALID_STATE'])
    expect(body['details']).toMatchObject({ current: 'pending', reason: 'the payment has received nothing' })
  })

  test.each([
    ['address', { address: 'nonsense' }, 'INVALID_ADDRESS'],
    ['tx_hash', { tx_hash: 'f'.repeat(64) }, 'VALIDATION_ERROR'],
    ['amount_crypto', { amount: 1, amount_crypto: '0.0001' }, 'VALIDATION_ERROR'],
    ['send_to', { send_to: 'nobody' }, 'VALIDATION_ERROR'],
  ])('400: names the member %s that is wrong', async (field, wrong, code) => {
    const { status, body } = await post(path, wrong)
    expect([status, body['code']]).toEqual([400, code])
    expect(JSON.stringify(body['details'])).toContain(`"field":"${field}"`)
  })

  test('404: refuses another merchant like a missing payment', async () => {
    const stranger = await openShop(server)
    const { status } = await server.say('POST', path, { key: stranger.key, body: {} })
    expect(status).toBe(404)
    expect((await server.say('GET', path, { key: stranger.key })).status).toBe(404)
  })
})

describe('GET /api/payments/{id}/refunds', () => {
  test('200: lists refunds newest first, a page at a time, with the number of all', async () => {
    const own = await completed()
    const ids: string[] = []
    for (const amount of [1, 2, 3]) {
      server.api.clock.advance(1_000)
      ids.unshift(String((await post(own, { amount })).body['id']))
    }
    const page = async (query = '') => (await server.say('GET', `${own}${query}`, { key: shop.key })).body
    const idsOf = (body: Readonly<Record<string, unknown>>) => (body['refunds'] as readonly { id: string }[]).map(({ id }) => id)
    const whole = await page()
    expect(idsOf(whole)).toEqual(ids)
    expect(whole).toMatchObject({ total: 3, limit: 50, offset: 0, pagination: { limit: 50, offset: 0, total: 3, has_more: false } })
    const middle = await page('?limit=1&offset=1')
    expect(idsOf(middle)).toEqual(ids.slice(1, 2))
    expect(middle).toMatchObject({ total: 3, limit: 1, offset: 1, pagination: { has_more: true } })
  })

  test.each(['limit=0', 'offset=-1', 'limti=1'])('400: refuses %s', async (query) => {
    expect(await server.say('GET', `${path}?${query}`, { key: shop.key })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ field: query.split('=')[0] }] },
    })
  })
})

describe('the operations of one refund', () => {
  /** A refund of a tenth of the payment, and its address below the api. */
  async function started(more: Readonly<Record<string, unknown>> = {}) {
    const { status, body } = await post(path, { amount_crypto: '0.0001', ...more })
    expect(status).toBe(201)
    return { refund: `${path}/${String(body['id'])}`, body }
  }

  test('list it without its links, name its transaction, cancel it, and refuse to do so again', async () => {
    const { refund, body } = await started({ address: PAYER })
    const named = await post(`${refund}/transactions`, { tx_hash: txOf(9) })
    expect([named.status, named.body['named_transactions']]).toEqual([200, [{ tx_hash: txOf(9), status: 'waiting', problem: null }]])
    const { status, body: listed } = await server.say('GET', path, { key: shop.key })
    expect(status).toBe(200)
    expect(listed['refunds']).toContainEqual(
      expect.objectContaining({ id: body['id'], status: 'named', address: PAYER, refund_url: null, pay_url: null }),
    )
    const cancelled = await post(`${refund}/cancel`)
    expect([cancelled.status, cancelled.body['status']]).toEqual([200, 'cancelled'])
    const again = await post(`${refund}/cancel`)
    expect([again.status, again.body['code']]).toEqual([400, 'INVALID_STATE'])
  })

  test('renew it once it has expired, by new links', async () => {
    const { refund, body } = await started()
    const early = await post(`${refund}/renew`)
    expect([early.status, early.body['code']]).toEqual([400, 'INVALID_STATE'])
    await tables(server.api.orm.em.fork())
      .updateTable('assisted_refund')
      .set({ offerEndsAt: server.api.clock.now() })
      .where('id', '=', String(body['id']))
      .execute()
    const renewed = await post(`${refund}/renew`)
    expect([renewed.status, renewed.body['status']]).toEqual([200, 'offered'])
    expect(renewed.body['refund_url']).not.toBe(body['refund_url'])
    expect(renewed.body['pay_url']).toEqual(expect.stringContaining('/pay-refund/ret_'))
  })

  test.each(['cancel', 'renew', 'transactions'])('404: %s refuses a refund of another payment', async (action) => {
    const [{ body }, { id }] = [await started({ address: PAYER }), await created()]
    const { status } = await post(`/api/payments/${id}/refunds/${String(body['id'])}/${action}`, { tx_hash: txOf(9) })
    expect(status).toBe(404)
    await post(`${path}/${String(body['id'])}/cancel`)
  })
})
