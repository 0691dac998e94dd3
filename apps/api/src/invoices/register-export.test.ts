import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

let server: TestServer
let shop: Shop
let thirdParty: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  thirdParty = await openShop(server)
})
afterAll(() => server.close())

const create = (body: object) => server.say('POST', '/api/invoices', { key: shop.key, body: { amount: 119, currency: 'EUR', ...body } })
const path = (businessId = shop.businessId) => `/api/invoices/register.csv?business_id=${businessId}`
const linesOf = ({ bytes }: { bytes: Buffer }) => bytes.toString().split('\r\n').slice(0, -1)

test('the register of a business is a CSV file with a line for each number, void ones among them', async () => {
  const client = await server.say('POST', '/api/clients', { key: shop.key, body: { name: '=Beispiel, AG' } })
  await create({ client_id: client.body['id'], amount: 119.5 })
  const { body } = await create({})
  expect((await server.say('DELETE', `/api/invoices/${String(body['id'])}`, { key: shop.key })).body).toMatchObject({ deleted: true })
  const answer = await server.say('GET', '/api/invoices/register.csv', { key: shop.key })
  expect([answer.status, answer.headers['content-disposition']]).toEqual([200, 'attachment; filename="register.csv"'])
  const [head, first, second, ...more] = linesOf(answer)
  expect([head, more]).toEqual(['\uFEFFnumber,kind,status,issue_date,client,currency,amount,credits,created_at_utc,voided_at_utc', []])
  expect(first).toMatch(/^INV-1,invoice,draft,,"'=Beispiel, AG",EUR,119\.5,,[^,]+,$/)
  expect(second).toMatch(/^INV-2,invoice,void,,,,,,[^,]+,[^,]+$/)
})

test('a register is for keys and merchants of its business, and an unknown query is refused', async () => {
  expect((await server.say('GET', path())).status).toBe(401)
  expect((await server.say('GET', path(), { key: thirdParty.key })).body).toMatchObject({ code: 'FORBIDDEN' })
  expect((await server.say('GET', path(), { key: shop.token })).status).toBe(200)
  const narrow = await server.say('POST', `/api/businesses/${shop.businessId}/api-keys`, {
    key: shop.key,
    body: { scopes: ['payments:read'] },
  })
  const answer = await server.say('GET', path(), { key: String(narrow.body['api_key']) })
  expect([answer.status, answer.body['code']]).toEqual([403, 'INSUFFICIENT_SCOPE'])
  expect((await server.say('GET', `${path()}&from=1`, { key: shop.key })).status).toBe(400)
})
