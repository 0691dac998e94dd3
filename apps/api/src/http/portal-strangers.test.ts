import { tables } from '@gateway/db/tables'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '../router.ts'
import { type Heard, openShop, startTestServer, type TestServer } from '../test-server.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type Members = Readonly<Record<string, unknown>>

/** Procedures that only the portal calls. Their type is known at run time alone. */
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: 'query' | 'mutation' } }>)
  .filter(([name]) => name.split('.')[1] === 'portal')
  .map(([name, { _def }]) => ({ name, isRead: _def.type === 'query' }))

interface Owned {
  readonly businessId: string
  readonly paymentId: string
  readonly deliveryId: string
}

/** The input that names an object of a merchant; without one where a procedure names none. */
const named: Readonly<Record<string, ((owned: Owned) => Members) | 'nothing'>> = {
  'payments.portal.list': ({ businessId }) => ({ business_id: businessId }),
  'payments.portal.totals': ({ businessId }) => ({ business_id: businessId, days: 7 }),
  'payments.portal.detail': ({ paymentId }) => ({ id: paymentId }),
  'payments.portal.accept': ({ paymentId }) => ({ id: paymentId }),
  'payments.portal.forward': ({ paymentId }) => ({ id: paymentId }),
  'payments.portal.refund': ({ paymentId }) => ({ id: paymentId, idempotency_key: randomUUID() }),
  'payments.portal.withdrawRefund': ({ paymentId }) => ({ id: paymentId }),
  'businesses.portal.overview': ({ businessId }) => ({ id: businessId }),
  'businesses.portal.checkAddress': 'nothing',
  'businesses.portal.audit': ({ businessId }) => ({ business_id: businessId }),
  'businesses.portal.onboarding': ({ businessId }) => ({ id: businessId }),
  'webhooks.portal.endpoint': ({ businessId }) => ({ business_id: businessId }),
  'webhooks.portal.deliveries': ({ businessId }) => ({ business_id: businessId }),
  'webhooks.portal.delivery': ({ deliveryId }) => ({ id: deliveryId }),
  'rates.portal.sources': 'nothing',
}

let server: TestServer
let owner: Shop
let thirdParty: Shop
let owned: Owned
beforeAll(async () => {
  server = await startTestServer(undefined, { default: 100_000, anonymous: 100_000 })
  owner = await openShop(server, { webhook_url: 'https://shop.example/hooks' })
  thirdParty = await openShop(server)
  const { body } = await server.say('POST', '/api/payments/create', { key: owner.key, body: { amount: 20, blockchain: 'ETH' } })
  const delivery = await tables(server.api.orm.em.fork()).selectFrom('delivery').select('id').executeTakeFirstOrThrow()
  owned = { businessId: owner.businessId, paymentId: String(body['id']), deliveryId: delivery.id }
})
afterAll(() => server.close())

function call({ name, isRead }: { name: string; isRead: boolean }, input: Members, key?: string): Promise<Heard> {
  const said = key === undefined ? {} : { key }
  if (!isRead) return server.say('POST', `/trpc/${name}`, { ...said, body: input })
  return server.say('GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, said)
}

/** The parts in which two indistinguishable answers are equal. */
const tellable = ({ status, bytes }: Heard) => ({ status, text: bytes.toString().replaceAll(/"request_id":"[^"]*"/g, '') })

const unknown = (): Owned => ({ businessId: randomUUID(), paymentId: randomUUID(), deliveryId: randomUUID() })

test('every procedure of the portal is in the table', () => {
  expect(procedures.map(({ name }) => name).toSorted()).toEqual(Object.keys(named).toSorted())
})

describe.each(procedures)('$name', (procedure) => {
  const nothing = { blockchain: 'ETH', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }
  const input = (of: Owned): Members => {
    const known = named[procedure.name]
    return known === undefined || known === 'nothing' ? nothing : known(of)
  }

  test('requires a signed-in merchant', async () => {
    expect((await call(procedure, input(owned))).status).toBe(401)
    expect((await call(procedure, input(owned), owner.key)).status).toBe(403)
  })

  test('answers another merchant as about an object that does not exist', async () => {
    const foreign = await call(procedure, input(owned), thirdParty.token)
    expect(named[procedure.name] === 'nothing' ? [200] : [403, 404]).toContain(foreign.status)
    expect(tellable(foreign)).toEqual(tellable(await call(procedure, input(unknown()), thirdParty.token)))
  })

  test('answers its merchant', async () => {
    const { status } = await call(procedure, input(owned), owner.token)
    // Nothing is held, so there is nothing to decide about.
    const decides = !procedure.isRead
    expect(status).toBe(decides ? (procedure.name.endsWith('withdrawRefund') ? 404 : 400) : 200)
  })
})
