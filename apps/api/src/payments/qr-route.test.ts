import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawQr, SMALL_PIXELS } from '../qr.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

type Members = Readonly<Record<string, unknown>>

let server: TestServer
let key: string

beforeAll(async () => {
  server = await startTestServer()
  key = (await openShop(server)).key
})
afterAll(() => server.close())

const create = (body: Members) => server.say('POST', '/api/payments/create', { key, body: { amount: 20, blockchain: 'ETH', ...body } })

describe('the QR image of a payment', () => {
  test.each([
    ['BTC', (payment: Members) => String(payment['payment_uri'])],
    ['ETH', (payment: Members) => String(payment['payment_uri'])],
    ['USDC_ETH', (payment: Members) => String(payment['payment_address'])],
  ])('is for %s wallets, cacheable and without a credential', async (blockchain, content) => {
    const { body } = await create({ blockchain, description: 'not in the image' })
    const { status, headers, bytes } = await server.say('GET', `/api/payments/${String(body['id'])}/qr`)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/png', 'public, max-age=30'])
    expect(bytes).toEqual(drawQr(content(body)))
    expect(body['qr_code']).toBe(`data:image/png;base64,${drawQr(content(body), SMALL_PIXELS).toString('base64')}`)
  })

  test('says with 304 that an image is still good, until a part of the amount arrives', async () => {
    const { body } = await create({})
    const id = String(body['id'])
    const image = (known = '') => server.say('GET', `/api/payments/${id}/qr`, { headers: { 'if-none-match': known } })
    const { etag } = (await image()).headers
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    const same = await image(etag)
    expect([same.status, same.bytes.length, same.headers.etag]).toEqual([304, 0, etag])
    await tables(server.api.orm.em.fork()).updateTable('payment').set({ receivedUnits: 500n }).where('id', '=', id).execute()
    const next = await image(etag)
    expect([next.status, next.headers.etag === etag]).toEqual([200, false])
  })

  test.each([crypto.randomUUID(), 'nonsense'])('is 404 in JSON for %s', async (id) => {
    const { status, body } = await server.say('GET', `/api/payments/${id}/qr`)
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
  })
})
