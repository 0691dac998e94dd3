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

/** What a stream, whose credential is optional, is answered with; the stream itself is not read. */
async function statusOf(headers: NonNullable<Said['headers']>): Promise<unknown> {
  const asked = request({ agent: false, host: '127.0.0.1', port: server.port, path, headers }).on('error', () => {})
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  asked.destroy()
  return answer.statusCode
}

const long = 'x'.repeat(4_096)
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })

describe('where a credential is optional', () => {
  test.each<[string, () => NonNullable<Said['headers']>]>([
    ['none', () => ({})],
    ['one of another scheme', () => ({ authorization: 'Basic Zm9vOmJhcg==' })],
    ['a bearer of nothing', () => bearer('')],
    ['an empty key', () => ({ 'x-api-key': '' })],
    ['one of somebody else', () => bearer('abc')],
    ['a long one of somebody else', () => bearer(long)],
    ['a good one', () => bearer(shop.key)],
  ])('%s is served', async (_title, headers) => {
    expect(await statusOf(headers())).toBe(200)
  })

  test.each<[string, () => NonNullable<Said['headers']>]>([
    ['a key that is too long', () => bearer(`gw_live_${long}`)],
    ['a key that is too long, in its own header', () => ({ 'x-api-key': `gw_test_${long}` })],
    ['a key with something behind it', () => bearer(`${shop.key} ${shop.key}`)],
    ['a token of ours that is too long', () => bearer(`${shop.token}${long}`)],
    ['a credential that is repeated, be it a good one', () => ({ authorization: [`Bearer ${shop.key}`, `Bearer ${shop.key}`] })],
    ['a key that is repeated in its own header', () => ({ 'x-api-key': [shop.key, 'abc'] })],
    ['credentials of somebody else, more than one', () => ({ authorization: ['Bearer a', 'Bearer b'] })],
  ])('%s is refused, not served as if there were none', async (_title, headers) => {
    expect(await statusOf(headers())).toBe(401)
  })
})
