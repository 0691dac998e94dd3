import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DescribedOperation, describedOperations, opensToKeys } from '../test-operations.ts'
import { type Heard, openShop, startTestServer, type TestServer } from '../test-server.ts'
import { fixtures } from './stranger-fixtures.ts'
import { nobodysObjects } from './test-objects.ts'

type Json = Readonly<Record<string, unknown>>

/** Members that a caller might try to set, named like internal columns (safety 8.6). */
const further: Json = {
  status: 'status-of-nobody',
  state: 'state-of-nobody',
  fee_bps: 987_654_321,
  feeBps: 987_654_321,
  merchant_id: 'merchant-of-nobody',
  role: 'role-of-nobody',
  plan: 'plan-of-nobody',
  confirmed_at: '1999-01-01T00:00:00.000Z',
  email_verified: 'nobody-verified',
  apiKey: 'gw_live_of_nobody',
  api_key: 'gw_live_of_nobody',
  livemode: false,
  // Path parameters are read from the path only.
  id: 'order-of-nobody',
  key_id: 'other-key-of-nobody',
  keyId: 'key-of-nobody',
}
const words = /of-nobody|of_nobody|nobody-verified|987654321|1999-01-01/

/** Bodies of operations without a credential; the fixtures contain the others. */
const open: Readonly<Record<string, () => Json>> = {
  accounts_register: () => ({ email: `${randomUUID()}@shop.example`, password: 'correct horse battery' }),
  accounts_login: () => ({ email: 'nobody@shop.example', password: 'correct horse battery' }),
  accounts_recovery_askForReset: () => ({ email: 'nobody@shop.example' }),
  accounts_recovery_resetPassword: () => ({ token: 'x'.repeat(43), password: 'correct horse battery' }),
  accounts_recovery_verifyEmail: () => ({ token: 'x'.repeat(43) }),
  rates_list: () => ({ cryptocurrencies: ['BTC'] }),
  // Its `id` is a name of the credential.
  identity_credentials_verify: () => ({ id: randomUUID() }),
}

const operations = describedOperations.filter(({ described }) => 'requestBody' in described)

let server: TestServer
beforeAll(async () => void (server = await startTestServer(undefined, { anonymous: 100_000 })))
afterAll(() => server.close())

/** Calls an operation of a new business, with additional members in its body. */
async function callWith(more: Json, { id, method, path, security }: DescribedOperation): Promise<Heard> {
  const shop = await openShop(server)
  const owned = {
    businessId: shop.businessId,
    paymentId: randomUUID(),
    keyId: 'nobodys00key',
    deliveryId: randomUUID(),
    objects: nobodysObjects(),
  }
  const fixture = fixtures[id]
  const filled = Object.entries(fixture?.path?.(owned) ?? {}).reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)
  const body = { ...fixture?.body?.(owned), ...open[id]?.() }
  return server.say(method, filled, { key: opensToKeys({ security }) ? shop.key : shop.token, body: { ...more, ...body } })
}

/** The paths of all members of an answer, with the values of livemode. */
function namesIn(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at.endsWith('livemode') ? `${at}=${String(value)}` : at]
  return Object.entries(value).flatMap(([name, inner]) => namesIn(inner, `${at}.${name}`))
}

test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s ignores unknown members and does not echo them',
  async (_name, operation) => {
    const [usual, tried] = [await callWith({}, operation), await callWith(further, operation)]
    expect({ status: tried.status, names: namesIn(tried.body) }).toEqual({ status: usual.status, names: namesIn(usual.body) })
    expect(tried.bytes.toString()).not.toMatch(words)
  },
)
