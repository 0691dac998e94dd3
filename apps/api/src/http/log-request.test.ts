import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
})
beforeEach(() => void (server.logged.length = 0))
afterAll(() => server.close())

const written = () => server.logged.filter(({ message }) => message === 'request answered').map(({ fields }) => fields)
const call = (procedure: string, body: Readonly<Record<string, unknown>>, key = shop.token) =>
  server.say('POST', `/trpc/${procedure}`, { key, body })

describe('an RPC call in the log', () => {
  test('appears in the security stream for a sign-in, a new key, a new webhook secret and a new business', async () => {
    await call('accounts.login', { email: 'nobody@shop.example', password: 'wrong password' })
    await call('businesses.keys.create', { id: shop.businessId, name: 'Till' })
    await call('businesses.rotateWebhookSecret', { id: shop.businessId })
    await call('businesses.create', { name: 'Second shop' })
    expect(written()).toMatchObject([
      { route: '/rpc', status: 401, code: 'UNAUTHENTICATED', stream: 'security' },
      { route: '/rpc', status: 200, stream: 'security' },
      { route: '/rpc', status: 200, stream: 'security' },
      { route: '/rpc', status: 200, stream: 'security' },
    ])
  })

  test('appears in the security stream under a percent-encoded name too', async () => {
    const names = ['businesses%2Ekeys%2Ecreate', '%62usinesses.keys.create', 'businesses.keys.list%2Cpayments.list']
    for (const name of names) await call(name, { id: shop.businessId })
    expect(written()).toMatchObject(names.map(() => ({ route: '/rpc', stream: 'security' })))
  })

  test('appears outside the security stream for a payment, with its error code', async () => {
    await call('payments.create', { amount: -1 }, shop.key)
    expect(written()).toEqual([expect.objectContaining({ route: '/rpc', status: 400, code: expect.stringMatching(/^[A-Z_]+$/) })])
    expect(written()[0]).not.toHaveProperty('stream')
  })

  test('appears in the security stream as part of a batch', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: { id: shop.businessId }, 1: {} }))
    const { status } = await server.say('GET', `/trpc/businesses.keys.list,payments.list?batch=1&input=${input}`, { key: shop.token })
    expect([status, written()]).toEqual([200, [expect.objectContaining({ route: '/rpc', stream: 'security' })]])
  })
})
