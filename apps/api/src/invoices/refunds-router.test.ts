import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let shop: Awaited<ReturnType<typeof openShop>>
let path: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  const { body } = await server.say('POST', '/api/invoices', { key: shop.key, body: { amount: 119, currency: 'EUR' } })
  path = `/api/invoices/${String(body['id'])}/refunds`
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
