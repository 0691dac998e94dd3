import { openOrm, type Orm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import { startSession, presentSession } from '@gateway/operations/accounts/auth/session'
import { grantOperator } from '@gateway/operations/accounts/operators/grant-operator'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appRouter } from '../router.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'
import { openDesk } from './desk.ts'

const TEMPORAL_UI = 'https://temporal.example/namespaces/live'

let server: TestServer
let operators: Orm
/** Tokens of sessions of the portal with a second factor. */
let anna: string
let ben: string
beforeAll(async () => {
  server = await startTestServer()
  // The database judges sessions by its own clock.
  server.api.clock.set(new Date())
  operators = await openOrm({ url: loginAs('operator', String(server.api.orm.config.get('clientUrl'))), poolSize: 3 })
  Object.assign(server.api, {
    desk: openDesk(server.api, { orm: operators, temporalUi: TEMPORAL_UI, refundLinkDays: 30, lightningCapSats: 1_000n }),
  })
  anna = await signedIn('anna@pay.example', { isOperator: true })
  ben = await signedIn('ben@pay.example', { isOperator: true })
})
afterAll(async () => {
  await operators.close()
  await server.close()
})

const db = () => tables(server.api.orm.em.fork())

/** The token of a session of the portal, confirmed now. */
async function signedIn(email: string, { isOperator = false, secondFactor = true } = {}): Promise<string> {
  const { api } = server
  const account = { id: api.ids.uuid(), email, name: null, createdAt: api.clock.now(), emailVerifiedAt: api.clock.now() }
  await db()
    .insertInto('merchant')
    .values({ ...account, passwordHash: 'none' })
    .execute()
  if (isOperator) await grantOperator(api, { email, by: 'root' })
  const session = await startSession(api.orm.em.fork(), api, { merchantId: account.id, openedIn: 'portal', secondFactor })
  const { token } = await presentSession(api, { ...account, operatorSince: null }, session)
  return token
}

interface Answer {
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  readonly refusal: Readonly<Record<string, unknown>>
}
type Row = Readonly<Record<string, unknown>>

async function call(name: string, key: string, input?: object): Promise<Answer> {
  const { type } = procedures[name] ?? {}
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  const { status, body } =
    type === 'query'
      ? await server.say('GET', `/trpc/operator.${name}${query}`, { key })
      : await server.say('POST', `/trpc/operator.${name}`, { key, body: input ?? {} })
  const { result, error } = body as { result?: { data: Answer['data'] }; error?: { data: { refusal: Answer['refusal'] } } }
  return { status, data: result?.data ?? {}, refusal: error?.data.refusal ?? {} }
}

const wholeRouter: AnyTRPCRouter = appRouter
/** The rows of a list in an answer. */
const rowsOf = ({ data }: Answer, list: string): Row[] => data[list] as Row[]

const procedures: Record<string, { type: string }> = Object.fromEntries(
  Object.entries<AnyTRPCProcedure>(wholeRouter._def.procedures)
    .filter(([path]) => path.startsWith('operator.'))
    .map(([path, { _def }]) => [path.replace('operator.', ''), { type: _def.type }]),
)
const names = Object.keys(procedures)

describe('who may enter the operator area', () => {
  test.each(names)('%s is refused to a merchant who is no operator', async (name) => {
    const { token } = await openShop(server)
    expect(await call(name, token)).toMatchObject({ status: 403, refusal: { code: 'FORBIDDEN' } })
  })

  test.each(names)('%s is refused to an API key', async (name) => {
    const { key } = await openShop(server)
    expect((await call(name, key)).status).toBe(403)
  })

  test('an operator without a second factor is refused, and so is one whose session is not of the portal', async () => {
    const plain = await signedIn('carl@pay.example', { isOperator: true, secondFactor: false })
    expect((await call('overview', plain)).refusal).toMatchObject({ code: 'FORBIDDEN', error: expect.stringContaining('second factor') })
    const foreign = await openShop(server)
    await grantByHand(foreign.account.email)
    expect((await call('overview', foreign.token)).status).toBe(403)
  })

  const grantByHand = async (email: string) => {
    await db().updateTable('merchant').set({ emailVerifiedAt: server.api.clock.now() }).where('email', '=', email).execute()
    await grantOperator(server.api, { email, by: 'root' })
  }

  test.each(names.filter((name) => procedures[name]?.type === 'mutation'))(
    '%s needs a confirmation of the last five minutes',
    async (name) => {
      const { clock } = server.api
      clock.advance(5 * 60 * 1_000)
      expect((await call(name, anna)).refusal).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
      clock.advance(-5 * 60 * 1_000)
    },
  )

  test('without a login of operators at the database the area says how to switch it on', async () => {
    const { desk } = server.api as { desk?: unknown }
    Object.assign(server.api, { desk: undefined })
    const { status, refusal } = await call('overview', anna)
    Object.assign(server.api, { desk })
    expect(status).toBe(501)
    expect(refusal['error']).toContain('set OPERATOR_DATABASE_URL')
  })
})

describe('the operator area', () => {
  test('two different operators lift a pause; the same one twice does not, and the audit log names them', async () => {
    expect((await call('pause', anna, { scope: 'asset:BTC', reason: 'a drill' })).data).toEqual({ done: true })
    expect((await call('lift', anna, { scope: 'asset:BTC', revision: 1 })).data).toEqual({ missing: 1 })
    expect((await call('lift', anna, { scope: 'asset:BTC', revision: 1 })).data).toEqual({ missing: 1 })
    const { pauses } = (await call('pauses', ben)).data
    const named = { name: expect.stringMatching(/^operator:[0-9a-f-]{36}$/), email: 'anna@pay.example' }
    expect(pauses).toEqual([
      { scope: 'asset:BTC', revision: 1, since: expect.any(String), paused_by: named, reason: 'a drill', approved_by: [named], missing: 1 },
    ])
    server.api.clock.advance(1_000)
    expect((await call('lift', ben, { scope: 'asset:BTC', revision: 1, reason: 'it is over' })).data).toEqual({ missing: 0 })
    const lifts = rowsOf(await call('audit', ben, {}), 'entries').filter(({ action }) => action === 'payouts.lift')
    const by = ['ben', 'anna', 'anna'].map((name) => ({ actor: { email: `${name}@pay.example` } }))
    expect(lifts).toMatchObject(by)
  })

  test('an approval counts for the reasons that were shown: a pause that got a further one is not approved', async () => {
    const lift = { scope: 'chain:ETH' }
    await call('pause', anna, { ...lift, reason: 'a drill' })
    const shown = rowsOf(await call('pauses', ben), 'pauses').find(({ scope }) => scope === 'chain:ETH')
    await call('pause', anna, { ...lift, reason: 'a theft' })
    const refused = await call('lift', ben, { ...lift, revision: shown?.['revision'] })
    expect(refused).toMatchObject({ status: 400, refusal: { code: 'INVALID_STATE', error: expect.stringContaining('look at it again') } })
    expect(await call('lift', ben, lift)).toMatchObject({ status: 400, refusal: { code: 'VALIDATION_ERROR' } })
    expect(await db().selectFrom('approval').select('id').where('subject', '=', 'chain:ETH').execute()).toEqual([])
    const now = rowsOf(await call('pauses', ben), 'pauses').find(({ scope }) => scope === 'chain:ETH')
    expect((await call('lift', ben, { ...lift, revision: now?.['revision'] })).data).toEqual({ missing: 1 })
  })

  test('a confirmation that is recent by the clock of the api alone approves nothing at the database', async () => {
    await call('pause', anna, { scope: 'asset:ETH', reason: 'a drill' })
    const dora = await signedIn('dora@pay.example', { isOperator: true })
    await db()
      .updateTable('session')
      .set({ confirmedAt: new Date(Date.now() - 10 * 60 * 1_000) })
      .where('openedIn', '=', 'portal')
      .execute()
    server.api.clock.advance(-10 * 60 * 1_000)
    expect(await call('lift', dora, { scope: 'asset:ETH', revision: 1 })).toMatchObject({ status: 403, refusal: { code: 'FORBIDDEN' } })
    server.api.clock.advance(10 * 60 * 1_000)
    await db().updateTable('session').set({ confirmedAt: new Date() }).where('openedIn', '=', 'portal').execute()
    expect(await db().selectFrom('approval').select('id').where('subject', '=', 'asset:ETH').execute()).toEqual([])
  })

  test('the audit log continues behind its cursor', async () => {
    const first = await call('audit', anna, { limit: 1 })
    const second = await call('audit', anna, { limit: 1, cursor: first.data['next_cursor'] })
    expect(rowsOf(second, 'entries')).not.toEqual(rowsOf(first, 'entries'))
  })

  test('businesses are listed newest first, and found by their name, their id and the address of their owner', async () => {
    const { businessId: older, account } = await openShop(server, { name: 'Lumen & Söhne 100%' })
    server.api.clock.advance(1_000)
    const { businessId: newer } = await openShop(server, { name: 'Lumen Print' })
    const found = async (q: string) => rowsOf(await call('businesses', anna, { q }), 'businesses').map(({ id }) => id)
    expect(await found('LUMEN')).toEqual([newer, older])
    for (const q of ['söhne 100%', older, older.slice(0, 8), account.email.toUpperCase()]) expect(await found(q)).toEqual([older])
    expect(await found('%')).toEqual([older])
    expect(await found('nobody of this name')).toEqual([])
    const page = await call('businesses', anna, { q: 'lumen', limit: 1, offset: 1 })
    const merchant = { email: account.email }
    expect(page.data).toMatchObject({ total: 2, businesses: [{ id: older, name: 'Lumen & Söhne 100%', plan: 'starter', merchant }] })
    expect((await call('businesses', anna, {})).data).toMatchObject({ businesses: expect.arrayContaining([expect.anything()]) })
  })

  test('an operator moves a business to another plan', async () => {
    const { businessId, account } = await openShop(server)
    expect((await call('business', anna, { id: businessId })).data).toMatchObject({ plan: 'starter', merchant: { email: account.email } })
    expect((await call('setPlan', anna, { id: businessId, plan: 'professional' })).data).toMatchObject({ plan: 'professional' })
    expect((await call('business', anna, { id: '00000000-0000-4000-8000-ffffffffffff' })).status).toBe(404)
  })

  test('the overview says why the node of a chain is refused, also before the chain was read', async () => {
    const reason = 'The ETH node serves network 5, this deployment needs 1'
    const since = server.api.clock.now()
    await tables(server.api.orm.em.fork()).insertInto('refused_node').values({ chain: 'ETH', reason, since }).execute()
    const overview = await call('overview', anna)
    expect(overview.data).toMatchObject({ chains: [], refused_nodes: [{ chain: 'ETH', reason, since: since.toISOString() }] })
    expect(rowsOf(overview, 'alarms').map(({ name }) => name)).toContain('NodeRefused')
  })

  test('the overview counts, and the lists are empty where nothing waits', async () => {
    const overview = await call('overview', anna)
    expect(overview.data).toMatchObject({ counts: { payouts: 0, held_money: 0, pauses: 3 }, chains: [], temporal_url: TEMPORAL_UI })
    expect(rowsOf(overview, 'alarms').map(({ name }) => name)).toContain('PayoutsPaused')
    for (const name of ['payouts', 'heldMoney']) expect((await call(name, anna)).data).toEqual({ waiting: [], total: 0 })
    expect((await call('unsupportedTokens', anna)).data).toEqual({ tokens: [], total: 0 })
    expect((await call('wrongChain', anna)).data).toEqual({ transfers: [], total: 0 })
    expect((await call('rates', anna)).data).toEqual({ rates: [] })
    expect((await call('confirmRate', anna, { pair: 'BTC/USD', price: '61250' })).status).toBeGreaterThanOrEqual(400)
  })

  test('the treasury shows balances with the marks of gas and pool', async () => {
    const { chains } = (await call('treasury', anna)).data
    expect(chains).toEqual([
      { chain: 'BTC', addresses: [], balances: [], gas: null, pool: { free: 3, low_mark: 200, low: true } },
      {
        chain: 'ETH',
        addresses: [],
        balances: [],
        gas: { low_mark: '0.05', high_mark: '5', needed: '0', low: true, high: false },
        pool: null,
      },
    ])
  })
})

describe('the operator area about a payment', () => {
  test('tells what `show` tells, with the page of its workflow, and refuses what its state does not allow', async () => {
    const { key } = await openShop(server)
    const { body } = await server.say('POST', '/api/payments', { key, body: { amount: 20, currency: 'USD', blockchain: 'BTC' } })
    const id = String((body['payment'] as { id: string }).id)
    const shown = await call('payment', anna, { id })
    expect(shown.data['sentences']).toEqual([expect.stringContaining('is pending'), expect.any(String)])
    expect(shown.data['temporal_url']).toBe(`${TEMPORAL_UI}/workflows/payment%2F${id}`)
    expect(rowsOf(shown, 'timeline').map(({ title }) => title)).toContain('payment')
    expect(shown.data['received_units']).toBe('0')
    for (const name of ['accept', 'forward', 'refund']) expect(await call(name, anna, { id, units: '0' })).toMatchObject({ status: 400 })
    expect((await call('withdrawRefund', anna, { id })).status).toBe(404)
    expect((await call('withdrawAddress', anna, { id, reason: 'its key is lost' })).data).toEqual({ id, status: 'failed' })
    expect((await call('release', anna, { payment: id, round: 0, units: '1' })).status).toBe(404)
  })

  test('accepts no less than was shown', async () => {
    const { key } = await openShop(server)
    const { body } = await server.say('POST', '/api/payments', { key, body: { amount: 20, currency: 'USD', blockchain: 'BTC' } })
    const id = String((body['payment'] as { id: string }).id)
    await db().updateTable('payment').set({ state: 'expired', receivedUnits: 500n }).where('id', '=', id).execute()
    expect((await call('payment', anna, { id })).data['received_units']).toBe('500')
    const refused = await call('accept', anna, { id, units: '501' })
    expect(refused).toMatchObject({ status: 400, refusal: { error: 'Less has arrived than you accepted; look at the payment again' } })
  })
})
