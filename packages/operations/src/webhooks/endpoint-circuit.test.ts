import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { tables } from '@gateway/db/tables'
import { circuitRules } from '@gateway/domain/webhooks/circuit'
import { mailboxWorkflowId } from '@gateway/workflows/webhooks/signals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateBusiness } from '../businesses/update-business.ts'
import { queuedEmails } from '../testing/test-emails.ts'
import { openShop, type TestShop } from '../testing/test-shop.ts'
import { drainEndpoint, type WebhookContext } from './drain-endpoint.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let shop: TestShop
let ctx: WebhookContext
let server: Server
let url: string
let endpointId: string
/** The times of requests, by the clock of the test. */
let asked: number[]
let answer: number
/** Runs before the server answers. */
let whenAsked: () => Promise<void>

beforeEach(async () => {
  asked = []
  answer = 500
  whenAsked = async () => {}
  server = createServer((request, response) => {
    asked.push(shop.ctx.clock.now().getTime())
    const status = answer
    request.resume().on('end', () => void whenAsked().then(() => response.writeHead(status).end()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // A listening TCP server has one.
  url = `http://127.0.0.1:${port}/hook`
  shop = await openShop({ egress: { allow: [{ host: '127.0.0.1', port }] } }, 0)
  ctx = { ...shop.ctx, webhookKey: shop.ctx.webhookOpeningKey, furtherSignatureHeaders: [] }
  await name(url)
  await db().deleteFrom('delivery').execute()
  endpointId = (await db().selectFrom('webhook_endpoint').select('id').executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await shop.ctx.close()
})

const db = () => tables(shop.ctx.orm.em.fork())
const change = (changes: object) =>
  updateBusiness(shop.ctx, { actor: shop.actor, changes: UpdateBusinessInput.parse({ id: shop.businessId, ...changes }) })
const name = (webhookUrl: string) => change({ webhook_url: webhookUrl })
const endpoint = () => db().selectFrom('webhook_endpoint').selectAll().executeTakeFirstOrThrow()
const wakeUps = async () =>
  (await db().selectFrom('outbox').select('id').where('workflowId', '=', mailboxWorkflowId(endpointId)).execute()).length
const deliveries = () => db().selectFrom('delivery').selectAll().orderBy('position').execute()
/** The e-mails to merchants, opened like the sending role does. */
const emails = () => queuedEmails(shop.ctx, ctx.webhookKey)
const drain = (changed: Partial<WebhookContext> = {}) =>
  drainEndpoint(
    { ...ctx, ...changed },
    { endpointId, lingerMs: 10 },
    { waitForNews: (ms) => pause(Math.min(ms, 5)), onProgress: () => {}, isCancelled: () => false },
  )

/** Creates due events of `count` objects. */
async function backlog(count: number): Promise<void> {
  const at = `timestamptz '${shop.ctx.clock.now().toISOString()}'`
  const em = shop.ctx.orm.em.fork()
  const seed = shop.ctx.ids.uuid()
  await em.getConnection().execute(`INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
    SELECT 'evt_${seed}' || n, '${shop.businessId}', 'payment', md5('${seed}' || n)::uuid, 1, 'payment.created', '{"n":1}', ${at} FROM generate_series(1, ${count}) n`)
  await em.getConnection()
    .execute(`INSERT INTO delivery (id, endpoint_id, event_id, object_id, state, attempts, next_attempt_at, created_at)
    SELECT gen_random_uuid(), '${endpointId}', id, object_id, 'pending', 0, ${at}, ${at} FROM event WHERE id LIKE 'evt_${seed}%' ORDER BY position`)
}

/** Drains whenever a delivery is due, for `ms`. */
async function live(ms: number): Promise<void> {
  const end = shop.ctx.clock.now().getTime() + ms
  for (;;) {
    const { nextDueAt } = await drain()
    const next = Date.parse(nextDueAt ?? '')
    if (Number.isNaN(next) || next > end) return shop.ctx.clock.set(new Date(end))
    shop.ctx.clock.set(new Date(Math.max(next, shop.ctx.clock.now().getTime())))
  }
}

describe('an endpoint that is down', () => {
  test('opens its circuit after ten failures and keeps the attempts of waiting deliveries', async () => {
    await backlog(40)
    const { sent, nextDueAt } = await drain()
    expect(sent).toBe(10)
    expect(Date.parse(nextDueAt ?? '')).toBe(shop.ctx.clock.now().getTime() + MINUTE)
    expect(await endpoint()).toMatchObject({ circuit: 'open', failures: 10, disabledAt: null })
    const rows = await deliveries()
    expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(10)
    expect(rows.every(({ state }) => state === 'pending')).toBe(true)
  })

  test('gets at most 80 attempts in 72 hours and loses no delivery', async () => {
    await backlog(300)
    await live(72 * HOUR)
    expect(asked.length).toBeLessThanOrEqual(80)
    expect(asked.length).toBeGreaterThan(70)
    expect((await deliveries()).every(({ state }) => state === 'pending')).toBe(true)
    // Two concurrent drains share one turn.
    const before = asked.length
    shop.ctx.clock.advance(2 * HOUR)
    await Promise.all([drain(), drain()])
    expect(asked.length).toBe(before + 1)
  })

  test('gets waiting deliveries when it is back, oldest first: ten one second apart, then the rest', async () => {
    await backlog(40)
    await drain()
    const first = (await deliveries()).filter(({ attempts }) => attempts === 0).map(({ id }) => id)
    answer = 200
    shop.ctx.clock.advance(MINUTE)
    asked.length = 0
    await drain()
    expect(await endpoint()).toMatchObject({ circuit: 'half_open', failures: 0 })
    await live(10_000)
    expect(asked.slice(0, 11).map((at) => at - (asked[0] ?? 0))).toEqual(Array.from({ length: 11 }, (_, n) => n * 1_000))
    await drain()
    expect(await endpoint()).toMatchObject({ circuit: 'closed', turnAt: null, failingSince: null })
    await live(5 * MINUTE)
    const rows = await deliveries()
    expect(rows.every(({ state }) => state === 'delivered')).toBe(true)
    expect(rows.filter(({ attempts }) => attempts === 1).map(({ id }) => id)).toEqual(first)
  })

  test('another failure in the half-open state opens the circuit again', async () => {
    await backlog(40)
    await drain()
    answer = 200
    shop.ctx.clock.advance(MINUTE)
    await drain()
    answer = 503
    await live(1_000)
    expect(await endpoint()).toMatchObject({ circuit: 'open', pauses: 1 })
  })

  test('five days without a success switch it off and notify its merchant, and naming its URL switches it on', async () => {
    const since = shop.ctx.clock.now()
    await backlog(300)
    await live(5 * 24 * HOUR + 2 * HOUR)
    expect(await endpoint()).toMatchObject({ disabledReason: 'failing', circuit: 'closed' })
    const told = await db().selectFrom('audit_entry').selectAll().where('action', '=', 'webhook.disable').execute()
    expect(told).toMatchObject([{ actor: 'system', subjectId: shop.businessId, details: { endpointId, reason: 'failing' } }])
    const [mail, ...more] = await emails()
    expect(more).toEqual([])
    const { email } = await db().selectFrom('merchant').select('email').where('id', '=', shop.actor.merchantId).executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ kind: 'webhooks_failing', merchantId: shop.actor.merchantId, to: email })
    expect(mail?.facts).toMatchObject({
      business: { id: shop.businessId },
      host: new URL(url).host,
      since: since.toISOString(),
      lastStatus: 500,
      waiting: (await deliveries()).filter(({ state }) => state === 'pending').length,
    })
    expect(mail?.text).toContain(`PATCH\n/api/businesses/${shop.businessId}`)
    expect(JSON.stringify(mail)).not.toContain('/hook')
    answer = 200
    await name(url)
    await live(0)
    expect(await endpoint()).toMatchObject({ disabledAt: null, disabledReason: null })
    expect((await deliveries()).filter(({ state }) => state === 'delivered').length).toBeGreaterThan(200)
  })

  test('a new URL resets its circuit', async () => {
    await backlog(40)
    await drain()
    answer = 200
    await name(`${url}/new`)
    await drain()
    expect(await endpoint()).toMatchObject({ circuit: 'closed', failures: 0 })
    // The untried ones, and the event that the URL has changed.
    expect((await deliveries()).filter(({ state }) => state === 'delivered')).toHaveLength(31)
  })

  test('naming the same URL again resets its circuit and wakes its mailbox', async () => {
    await backlog(40)
    await drain()
    answer = 200
    const before = await wakeUps()
    await name(url)
    expect(await endpoint()).toMatchObject({ circuit: 'closed', failures: 0, turnAt: null, failingSince: null })
    expect(await wakeUps()).toBe(before + 1)
    await drain()
    expect((await deliveries()).filter(({ state }) => state === 'delivered')).toHaveLength(30)
  })

  test('other changes of the business keep its circuit open', async () => {
    await backlog(40)
    await drain()
    const before = await endpoint()
    await change({ name: 'Bookshop', webhook_url: null })
    expect(await endpoint()).toEqual(before)
    await change({ webhook_events: [] })
    expect(await endpoint()).toMatchObject({ circuit: 'open', failures: 10, turnAt: before.turnAt })
  })

  test('a failure of an attempt that began before its URL was named again does not count', async () => {
    whenAsked = async () => {
      shop.ctx.clock.advance(MINUTE)
      await name(url)
    }
    await backlog(1)
    await drain()
    expect(asked).toHaveLength(1)
    expect(await endpoint()).toMatchObject({ circuit: 'closed', failures: 0, failingSince: null })
  })

  test('a success resets its failures although its merchant changed it meanwhile', async () => {
    await backlog(1)
    await drain()
    expect(await endpoint()).toMatchObject({ failures: 1, failingSince: shop.ctx.clock.now() })
    shop.ctx.clock.advance(MINUTE)
    answer = 200
    whenAsked = async () => {
      await db().updateTable('webhook_endpoint').set({ updatedAt: shop.ctx.clock.now() }).execute()
    }
    await drain()
    expect(await endpoint()).toMatchObject({ failures: 0, failingSince: null })
  })
})

describe('an endpoint that answers 410 Gone', () => {
  beforeEach(() => void (answer = 410))

  test('switches off at once, and its merchant gets one e-mail for all concurrent requests', async () => {
    await backlog(20)
    await drain()
    expect(asked.length).toBeGreaterThan(1)
    expect(await endpoint()).toMatchObject({ disabledReason: 'gone', disabledAt: shop.ctx.clock.now() })
    expect(await emails()).toMatchObject([
      { kind: 'webhooks_gone', facts: { lastStatus: 410 }, text: expect.stringContaining('is gone (410)') },
    ])
  })

  test('sends another e-mail when it was switched on and answers 410 again', async () => {
    await backlog(1)
    await drain()
    await name(url)
    shop.ctx.clock.advance(MINUTE)
    await backlog(1)
    await drain()
    expect(await emails()).toHaveLength(2)
  })

  test('stays on when its merchant sets the URL during the attempt', async () => {
    whenAsked = async () => {
      if (answer === 200) return
      answer = 200
      shop.ctx.clock.advance(MINUTE)
      await name(`${url}/new`)
    }
    await backlog(1)
    await drain()
    expect(await deliveries()).toMatchObject([{ state: 'failed' }, { state: 'delivered' }])
    expect(await endpoint()).toMatchObject({ disabledAt: null, url: `${url}/new` })
    expect(await emails()).toEqual([])
  })

  test('commits the switch-off and the e-mail together or not at all', async () => {
    await backlog(1)
    const connection = shop.ctx.orm.em.fork().getConnection()
    await connection.execute("ALTER TABLE email ADD CONSTRAINT full_disk CHECK (kind <> 'webhooks_gone')")
    expect(await drain()).toMatchObject({ sent: 1 })
    expect(await endpoint()).toMatchObject({ disabledAt: null })
    expect(await db().selectFrom('audit_entry').select('id').where('action', '=', 'webhook.disable').execute()).toEqual([])
    await connection.execute('ALTER TABLE email DROP CONSTRAINT full_disk')
    shop.ctx.clock.advance(MINUTE)
    await drain()
    expect([(await endpoint()).disabledReason, (await emails()).length]).toEqual(['gone', 1])
  })
})

test('an operator can change the limits of the circuit', async () => {
  await backlog(40)
  expect(await drain({ circuitRules: { ...circuitRules, failures: 3 } })).toMatchObject({ sent: 3 })
  await name(`${url}/new`)
  // The rest, and the event that the URL has changed.
  expect((await drain({ circuitRules: { failures: 1_000, parallel: 2 } })).sent).toBe(38)
})

test('a delivery that would be thirty days old at its next attempt fails', async () => {
  await backlog(1)
  await db()
    .updateTable('delivery')
    .set({ createdAt: new Date(shop.ctx.clock.now().getTime() - 30 * 24 * HOUR) })
    .execute()
  await drain()
  expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 1 }])
})
