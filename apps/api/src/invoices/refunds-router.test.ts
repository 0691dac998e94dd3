import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let shop: Awaited<ReturnType<typeof openShop>>
let id: string
let path: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  const { body } = await server.say('POST', '/api/invoices', { key: shop.key, body: { amount: 119, currency: 'EUR' } })
  id = String(body['id'])
  path = `/api/invoices/${id}/refunds`
})
afterAll(() => server.close())

test.each([
  ['amount_crypto', '0.0005'],
  ['address', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['send_to', 'lena@hoffmann.example'],
])(
  'a refund that was given from elsewhere is refused with %s, which is about held money and would have no effect',
  async (field, value) => {
    const given = { amount: 19, tx_hash: 'f'.repeat(64), [field]: value }
    const { status, body } = await server.say('POST', path, { key: shop.key, body: given })
    expect([status, body['code']]).toEqual([400, 'VALIDATION_ERROR'])
    expect(body['details']).toMatchObject([{ field }])
  },
)

test.each([
  ['held money', {}],
  ['what was given back', { amount: 19, tx_hash: 'f'.repeat(64) }],
])('a refund of %s is refused with a rate, by which nothing goes back', async (_what, body) => {
  expect(await server.say('POST', path, { key: shop.key, body: { ...body, rate: 'current' } })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR', details: [{ field: 'rate' }] },
  })
})

test('refunds are listed newest first, a page at a time, with the number of all', async () => {
  const { clock, ids, orm } = server.api
  const of = { invoiceId: id, amountMinor: 100n, txId: null, givenBy: 'a merchant' }
  const givenAt = (day: number) => new Date(clock.now().getTime() + day)
  const given = [1, 2, 3].map((day) => ({ ...of, id: ids.uuid(), note: `Day ${day}`, givenAt: givenAt(day) }))
  await tables(orm.em.fork()).insertInto('invoice_give_back').values(given).execute()
  const page = (query = '') => server.say('GET', `${path}${query}`, { key: shop.key })
  const closing = { total: 3, limit: 50, offset: 0, pagination: { limit: 50, offset: 0, total: 3, has_more: false } }
  const refunds = [{ reason: 'Day 3' }, { reason: 'Day 2' }, { reason: 'Day 1' }]
  expect(await page()).toMatchObject({ status: 200, body: { refunds, ...closing } })
  const middle = (await page('?limit=1&offset=1')).body
  expect(middle).toMatchObject({ refunds: [{ reason: 'Day 2' }], total: 3, limit: 1, offset: 1, pagination: { has_more: true } })
})

test.each(['limit=0', 'offset=-1', 'limti=1'])('a list of refunds is refused with %s', async (query) => {
  const { status, body } = await server.say('GET', `${path}?${query}`, { key: shop.key })
  expect([status, body['code']]).toEqual([400, 'VALIDATION_ERROR'])
  expect(body['details']).toMatchObject([{ field: query.split('=')[0] }])
})
