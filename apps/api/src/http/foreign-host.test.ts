import { grants } from '@gateway/db/grants'
import { runStatement } from '@gateway/db/kernel/run-statement'
import { tables } from '@gateway/db/tables'
import { queuedEmails } from '@gateway/operations/testing/test-emails'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docsRoutes } from '../docs/routes.ts'
import { linkPageRoutes } from '../accounts/link-pages.ts'
import { testDeployment } from '../docs/test-deployment.ts'
import { describeApi } from '../openapi.ts'
import { appRouter } from '../router.ts'
import { type DescribedOperation, describedOperations, opensToKeys } from '../test-operations.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'
import { restProcedures } from './procedures/rest.ts'
import { fixtures, type Owned } from './stranger-fixtures.ts'
import { openObjects } from './test-objects.ts'

type Json = Readonly<Record<string, unknown>>
type Shop = Awaited<ReturnType<typeof openShop>>

interface Asked {
  readonly method: string
  readonly path: string
  readonly key?: string | undefined
  readonly body?: Json | undefined
}

const FOREIGN = 'foreign.example'
const DID = encodeURIComponent('did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp')
const PASSWORD = 'correct horse battery staple'
/** Every header in which a client or a proxy may name a host; the test server trusts its client as a proxy. */
const naming = [
  `Host: ${FOREIGN}`,
  `X-Forwarded-Host: ${FOREIGN}`,
  `X-Forwarded-Server: ${FOREIGN}`,
  `X-Original-Host: ${FOREIGN}`,
  `X-Host: ${FOREIGN}`,
  `Forwarded: for=192.0.2.1;host=${FOREIGN};proto=https`,
]

const description = describeApi(appRouter, 'https://pay.example')
const pages = [...docsRoutes(description, testDeployment), ...linkPageRoutes()].map(({ path }) => path)
const procedures = restProcedures(appRouter).map(({ name, type, auth }) => [name, { type, takesKeys: auth === 'key' }] as const)

/** Input of operations without a credential, or with required knowledge. */
const open: Readonly<Record<string, { readonly query?: string; readonly body?: () => Json }>> = {
  accounts_register: { body: () => ({ email: `new-${++newcomers}@shop.example`, password: PASSWORD }) },
  accounts_login: { body: () => ({ email: shop.account.email, password: PASSWORD }) },
  accounts_recovery_askForReset: { body: () => ({ email: shop.account.email }) },
  accounts_recovery_changePassword: { body: () => ({ current_password: PASSWORD, new_password: 'another long sentence' }) },
  rates_get: { query: '?crypto=BTC' },
  rates_convert: { query: '?crypto=BTC&amount=20' },
  lightning_address_get: { query: '?username=ada' },
  lightning_balance: { query: '?wallet_id=main' },
  lightning_balance_2: { query: '?wallet_id=main' },
  lightning_nodes_find: { query: '?wallet_id=main' },
  identity_receipts_list: { query: `?did=${DID}` },
  identity_credentials_list: { query: `?did=${DID}` },
  identity_credentials_verify: { body: () => ({ credential_id: owned.paymentId }) },
  rates_list: { body: () => ({ cryptocurrencies: ['BTC'] }) },
}
/** By the time of its commands the draft of an invoice is deleted, as is the OAuth client. The payment has received nothing that could be refunded. E-mailed tokens, those of escrows and tickets of sign-ins are unknown here, no merchant has a DID, no receiver answers, and neither signer nor card processor nor Lightning node runs: these operations are refused, as expected. */
const refused =
  /^accounts_(recovery_(resetPassword|verifyEmail)|secondFactor)|^webhooks_test|^health_ready|^cards_(create|refund|escrows_release|disputes_(evidence|accept)|accounts_onboard)|^escrows_(create|get|events|authenticate|release|refund|dispute)$|^invoices_(duplicate|send|publish|remind|cancel|markPaid|undoMark|credit|refund|refunds|cancelRefund|pay|pdf|payPdf)$|^payments_(refund|cancelRefund|renewRefund|nameRefundTransaction)$|^lightning_(invoices_create|payments_send)$|^oauth_(clients_rotateSecret|consents_withdraw)$|^identity_(dids_get|credentials_(get|request))$/

let newcomers = 0
let server: TestServer
/** A business with a pending webhook, and one without a receiver. */
let shop: Shop
let silent: Shop
let owned: Owned

beforeAll(async () => {
  const many = 1_000_000
  server = await startTestServer(undefined, { default: many, anonymous: many, creation: many, polling: many, public: many, rates: many })
  shop = await openShop(server, { webhook_url: 'https://shop.example/hooks' })
  silent = await openShop(server)
  const terms = { amount: 20, blockchain: 'ETH' }
  const made = bodyOf(await ask({ method: 'POST', path: '/api/payments/create', key: shop.key, body: terms }))
  const spare = bodyOf(await ask({ method: 'POST', path: `/api/businesses/${shop.businessId}/api-keys`, key: shop.key, body: {} }))
  const delivery = await tables(server.api.orm.em.fork()).selectFrom('delivery').select('id').executeTakeFirstOrThrow()
  owned = {
    businessId: shop.businessId,
    paymentId: String(made['id']),
    keyId: String(spare['id']),
    deliveryId: delivery.id,
    objects: await openObjects(server, shop.key),
  }
  // Nobody calls the card processor, so nobody waits for its answer.
  const hear = () => {
    throw new Error('nobody answers')
  }
  Object.assign(server.api, { hear })
})
afterAll(() => server.close())

const bodyOf = (answer: string): Json => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Json

/** The complete answer from its status line on, requested under the foreign host; of a stream, its first event. */
async function ask({ method, path, key, body }: Asked): Promise<string> {
  const content = body === undefined ? '' : JSON.stringify(body)
  const about = body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]
  const lines = [`${method} ${path} HTTP/1.1`, ...naming, 'Connection: close', ...(key ? [`Authorization: Bearer ${key}`] : []), ...about]
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n${content}`)
  let heard = ''
  for await (const text of socket) {
    heard += String(text)
    if (/^content-type: text\/event-stream/im.test(heard) && /^data: .*$/m.test(heard)) break
  }
  return heard
}

/** The input of an operation, over either transport. */
const inputOf = (id: string, named = owned): Json => ({ ...fixtures[id]?.body?.(named), ...open[id]?.body?.() })

/** A successful call of the operation by its owner. */
async function callOf({ id, method, path, security }: DescribedOperation): Promise<Asked> {
  const named = id.startsWith('webhooks_test') ? { ...owned, businessId: silent.businessId } : owned
  const parameters = fixtures[id]?.path?.(named) ?? { id: named.paymentId, did: DID }
  const address = Object.entries(parameters).reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
  const body = ['GET', 'DELETE'].includes(method) ? undefined : inputOf(id, named)
  return { method, path: address + (open[id]?.query ?? ''), key: await credentialOf({ id, takesKeys: opensToKeys({ security }) }), body }
}

/** Operations on sign-ins and passwords use a new account each time. */
async function credentialOf({ id, takesKeys }: { id: string; takesKeys: boolean }): Promise<string> {
  if (id.startsWith('accounts_')) return (await openShop(server)).token
  const asking = id.startsWith('webhooks_test') ? silent : shop
  return takesKeys ? asking.key : asking.token
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])

describe('a foreign host name', () => {
  test.each(describedOperations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'appears in no answer of %s',
    async (_name, operation) => {
      const asked = await callOf(operation)
      const answer = await ask(asked)
      expect([operation.id, statusOf(answer) < 300]).toEqual([operation.id, !refused.test(operation.id)])
      expect(answer).not.toContain(FOREIGN)
      for (const other of [
        { ...asked, key: undefined },
        { ...asked, method: 'OPTIONS' },
        { ...asked, method: 'HEAD' },
        { ...asked, method: 'TRACE' },
      ])
        expect(await ask(other)).not.toContain(FOREIGN)
    },
  )

  test.each(pages)('appears in no document GET %s', async (path) => {
    const answer = await ask({ method: 'GET', path })
    expect(statusOf(answer)).toBe(200)
    expect(answer).not.toContain(FOREIGN)
  })

  test.each(procedures)('appears in no answer of %s over RPC', async (name, { type, takesKeys }) => {
    const id = name.replaceAll('.', '_')
    const input = { ...fixtures[id]?.path?.(owned), ...inputOf(id) }
    const key = await credentialOf({ id, takesKeys })
    const query = type === 'query' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const answer = await ask({ method: query ? 'GET' : 'POST', path: `/trpc/${name}${query}`, key, body: query ? undefined : input })
    expect(bodyOf(answer)).toSatisfy((body: Json) => 'result' in body || 'error' in body)
    expect(answer).not.toContain(FOREIGN)
  })

  test.each(['/nothing', '/trpc/nothing', '/', '/api/payments/', `http://${FOREIGN}/health/live`, `//${FOREIGN}/docs`])(
    'appears in no answer of the unmatched path GET %s',
    async (path) => {
      const answer = await ask({ method: 'GET', path })
      expect(statusOf(answer)).toBeGreaterThanOrEqual(400)
      expect(answer).not.toContain(FOREIGN)
    },
  )
})

test('a payment’s QR code is the same under any host name', async () => {
  const { bytes } = await server.say('GET', `/api/payments/${owned.paymentId}/qr`)
  const asked = await ask({ method: 'GET', path: `/api/payments/${owned.paymentId}/qr` })
  expect(asked.slice(asked.indexOf('\r\n\r\n') + 4)).toBe(bytes.toString('latin1'))
})

describe('a request under a foreign host name', () => {
  const email = 'linked@shop.example'
  beforeAll(async () => {
    await ask({ method: 'POST', path: '/api/auth/register', body: { email, password: PASSWORD } })
    await ask({ method: 'POST', path: '/api/auth/password/forgot', body: { email } })
  })

  test('sends e-mails whose links lead to the gateway itself', async () => {
    const emails = await queuedEmails(server.api, server.api.webhookOpeningKey)
    const own = emails.filter(({ to }) => to === email)
    expect(own).toHaveLength(2)
    for (const { text } of own) expect(text).toMatch(/https:\/\/gateway\.test\/account\/[a-z-]+#token=/)
    expect(JSON.stringify(emails)).not.toContain(FOREIGN)
  })

  test('stores the name in no row of any table', async () => {
    const looks = Object.keys(grants).map(
      (name) => `SELECT '${name}' AS name FROM "${name}" AS t WHERE to_jsonb(t)::text LIKE '%${FOREIGN}%'`,
    )
    expect(await runStatement(server.api.orm.em.fork(), looks.join(' UNION ALL '), [])).toEqual([])
  })
})
