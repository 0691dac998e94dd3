import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Said, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let shop: Awaited<ReturnType<typeof openShop>>
let path: string
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  const { body } = await server.say('POST', '/api/payments/create', { key: shop.key, body: { amount: 20, blockchain: 'ETH' } })
  path = `/api/payments/${String(body['id'])}/events`
})
afterAll(() => server.close())

/** The status of a stream, whose credential is optional; the stream itself is not read. */
async function statusOf(headers: NonNullable<Said['headers']>): Promise<unknown> {
  const asked = request({ agent: false, host: '127.0.0.1', port: server.port, path, headers }).on('error', () => {})
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  asked.destroy()
  return answer.statusCode
}

const long = 'x'.repeat(4_096)
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })

describe('an optional credential', () => {
  test.each<[string, () => NonNullable<Said['headers']>]>([
    ['none', () => ({})],
    ['one of another scheme', () => ({ authorization: 'Basic Zm9vOmJhcg==' })],
    ['an empty bearer', () => bearer('')],
    ['an empty key', () => ({ 'x-api-key': '' })],
    ['a foreign one', () => bearer('abc')],
    ['a long foreign one', () => bearer(long)],
    ['a valid one', () => bearer(shop.key)],
  ])('gets status 200: %s', async (_title, headers) => {
    expect(await statusOf(headers())).toBe(200)
  })

  test.each<[string, () => NonNullable<Said['headers']>]>([
    ['a key that is too long', () => bearer(`gw_live_${long}`)],
    ['a key that is too long, in its own header', () => ({ 'x-api-key': `gw_test_${long}` })],
    ['a key with trailing text', () => bearer(`${shop.key} ${shop.key}`)],
    ['a token that is too long', () => bearer(`${shop.token}${long}`)],
    ['a repeated valid credential', () => ({ authorization: [`Bearer ${shop.key}`, `Bearer ${shop.key}`] })],
    ['a repeated key in its own header', () => ({ 'x-api-key': [shop.key, 'abc'] })],
    ['several foreign credentials', () => ({ authorization: ['Bearer a', 'Bearer b'] })],
  ])('gets status 401, not ignored: %s', async (_title, headers) => {
    expect(await statusOf(headers())).toBe(401)
  })
})
