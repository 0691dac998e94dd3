import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { tables } from '@gateway/db/tables'
import { claimDelivery } from '@gateway/db/webhooks/delivery-queries'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { eventually } from '@gateway/testing/wait'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateBusiness } from '../businesses/update-business.ts'
import { openShop, type TestShop } from '../testing/test-shop.ts'
import { drainEndpoint, type WebhookContext } from './drain-endpoint.ts'

interface Received {
  readonly type: string
  readonly objectId: string
  readonly sequence: number
  readonly eventId: string
}

let shop: TestShop
let ctx: WebhookContext
let server: Server
let endpointId: string
let received: Received[]
let atOnce: { now: number; most: number; objects: Set<string>; together: boolean }
/** The answer of the merchant's server; tests replace it. */
let answer: (event: Received) => Promise<{ status: number; headers?: Record<string, string> }>

beforeEach(async () => {
  received = []
  atOnce = { now: 0, most: 0, objects: new Set(), together: false }
  answer = async () => ({ status: 200 })
  server = createServer((request, response) => {
    void take(request).then(({ status, headers }) => response.writeHead(status, headers).end('thanks'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // A listening TCP server has one.
  shop = await openShop({ egress: { allow: [{ host: '127.0.0.1', port }] } }, 0)
  ctx = { ...shop.ctx, webhookKey: shop.ctx.webhookOpeningKey, furtherSignatureHeaders: [] }
  const changes = UpdateBusinessInput.parse({ id: shop.businessId, webhook_url: `http://127.0.0.1:${port}/hook` })
  await updateBusiness(shop.ctx, { actor: shop.actor, changes })
  await db().deleteFrom('delivery').execute()
  endpointId = (await db().selectFrom('webhook_endpoint').select('id').executeTakeFirstOrThrow()).id
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  // Copies of the first event are no payment history, so nothing is replayed here.
  const sentences = await shop.untrue()
  await shop.ctx.close()
  if (sentences.length > 0) throw new Error(sentences.join('\n'))
})

async function take(request: IncomingMessage) {
  const body = JSON.parse(await text(request)) as { id: string; type: string; sequence: number; data: { payment_id: string } } // Our own body.
  const event = { type: body.type, objectId: body.data.payment_id, sequence: body.sequence, eventId: body.id }
  received.push(event)
  atOnce.together ||= atOnce.objects.has(event.objectId)
  atOnce.objects.add(event.objectId)
  atOnce.most = Math.max(atOnce.most, ++atOnce.now)
  const given = await answer(event)
  atOnce.now -= 1
  atOnce.objects.delete(event.objectId)
  return given
}

const db = () => tables(shop.ctx.orm.em.fork())
const deliveries = () => db().selectFrom('delivery').selectAll().orderBy('position').execute()
const drain = (changed: Partial<WebhookContext> = {}, lingerMs = 300) =>
  drainEndpoint(
    { ...ctx, ...changed },
    { endpointId, lingerMs },
    { waitForNews: (ms) => pause(Math.min(ms, 50)), onProgress: () => {}, isCancelled: () => false },
  )
const seal = (sealedSecret: Uint8Array) =>
  db()
    .updateTable('webhook_endpoint')
    .set({ sealedSecret: Buffer.from(sealedSecret) })
    .execute()
/** Payments with `events` events each, without paying them. */
async function pay(payments: number, events = 1): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < payments; made++) ids.push((await shop.ask({ amount: 50, blockchain: 'ETH' })).id)
  for (let sequence = 2; sequence <= events; sequence++) await Promise.all(ids.map((id) => repeat(id, sequence)))
  return ids
}
async function repeat(objectId: string, sequence: number): Promise<void> {
  const first = await db()
    .selectFrom('event')
    .selectAll()
    .where('objectId', '=', objectId)
    .where('sequence', '=', 1)
    .executeTakeFirstOrThrow()
  const { position: _assigned, ...row } = first
  const id = shop.ctx.ids.event()
  const event = { ...row, id, sequence, body: row.body.replace(first.id, id).replace('"sequence":1', `"sequence":${sequence}`) }
  await db().insertInto('event').values(event).execute()
  const [delivery] = await db().selectFrom('delivery').selectAll().where('eventId', '=', first.id).execute()
  if (delivery) {
    const { position: _assignedToo, ...copied } = delivery
    await db()
      .insertInto('delivery')
      .values({ ...copied, id: shop.ctx.ids.uuid(), eventId: event.id })
      .execute()
  }
  await db().updateTable('payment').set({ eventSequence: sequence }).where('id', '=', objectId).execute()
}

describe('a webhook', () => {
  test('an accepted webhook is delivered and nothing is due afterwards', async () => {
    const [id] = await pay(1)
    expect(await drain()).toEqual({ sent: 1, nextDueAt: null })
    expect(received).toMatchObject([{ type: 'payment.created', objectId: id, sequence: 1 }])
    expect(await deliveries()).toMatchObject([
      { state: 'delivered', attempts: 1, lastStatusCode: 200, leasedUntil: null, deliveredAt: ctx.clock.now() },
    ])
  })

  test.each([
    { status: 500, headers: {}, afterMs: 5_000 },
    { status: 302, headers: { location: 'http://127.0.0.1/' }, afterMs: 5_000 },
    { status: 503, headers: { 'retry-after': '120' }, afterMs: 120_000 },
    { status: 401, headers: { 'retry-after': '120' }, afterMs: 5_000 },
  ])('a webhook answered $status is due again $afterMs ms later', async ({ status, headers, afterMs }) => {
    answer = async () => ({ status, headers })
    await pay(1)
    const due = new Date(ctx.clock.now().getTime() + afterMs)
    expect(await drain()).toEqual({ sent: 1, nextDueAt: due.toISOString() })
    expect(await deliveries()).toMatchObject([{ state: 'pending', attempts: 1, nextAttemptAt: due, lastStatusCode: status }])
  })

  test('fails after its tenth attempt, with the same event id each time', async () => {
    answer = async () => ({ status: 500 })
    await pay(1)
    for (let attempt = 1; attempt <= 10; attempt++) {
      await drain({}, 0)
      const { nextDueAt } = await drain({}, 1)
      if (nextDueAt) shop.ctx.clock.set(new Date(nextDueAt))
    }
    expect(received).toHaveLength(10)
    expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(1)
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 10 }])
  })

  test('a webhook answered 410 switches its endpoint off', async () => {
    answer = async () => ({ status: 410 })
    await pay(1)
    await drain()
    await pay(1)
    expect(await drain()).toEqual({ sent: 0, nextDueAt: null })
    expect(received).toHaveLength(1)
    expect((await db().selectFrom('webhook_endpoint').select('disabledAt').executeTakeFirstOrThrow()).disabledAt).not.toBeNull()
  })

  test('a delivery of a dead drain is sent again after its lease, with the same event id', async () => {
    await pay(1)
    const claimed = await claimDelivery(shop.ctx.orm.em.fork(), { endpointId, busy: [], now: ctx.clock.now() })
    expect(await drain()).toMatchObject({ sent: 0 })
    shop.ctx.clock.advance(60_000)
    await drain()
    expect(received.map(({ eventId }) => eventId)).toEqual([claimed?.eventId])
  })
})

describe('a mailbox', () => {
  test('sends the events of one payment in order and those of many concurrently, at most eight', async () => {
    answer = async () => {
      await eventually('eight requests are under way', async () => atOnce.most === 8)
      return { status: 200 }
    }
    const ids = await pay(12, 3)
    expect(await drain()).toMatchObject({ sent: 36 })
    for (const id of ids) expect(received.filter(({ objectId }) => objectId === id).map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect(atOnce).toMatchObject({ most: 8, together: false })
  })

  test('sends later events of a payment while an earlier one is retried', async () => {
    answer = async ({ sequence }) => ({ status: sequence === 1 ? 500 : 200 })
    await pay(1, 3)
    await drain()
    expect(received.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
    expect((await deliveries()).map(({ state }) => state)).toEqual(['pending', 'delivered', 'delivered'])
  })

  test('two concurrent drains send every event once', async () => {
    answer = async () => pause(20).then(() => ({ status: 200 }))
    await pay(10, 2)
    const reports = await Promise.all([drain(), drain()])
    expect(reports.reduce((sum, { sent }) => sum + sent, 0)).toBe(20)
    expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(20)
  })

  test('a delivery whose outcome cannot be recorded is set aside, and the next drain sends it again', async () => {
    await pay(3)
    const failpoint = (name: string) => (name === 'deliveryAnswered' ? Promise.reject(new Error('killed')) : undefined)
    expect(await drain({ failpoint })).toMatchObject({ sent: 3 })
    expect((await deliveries()).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    shop.ctx.clock.advance(60_000)
    await drain()
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('a drain that never becomes idle ends after its time limit and leaves the rest', async () => {
    answer = async () => pause(50).then(() => ({ status: 200 }))
    await pay(1, 20)
    const watch = { waitForNews: (ms: number) => pause(Math.min(ms, 50)), onProgress: () => {}, isCancelled: () => false }
    const report = await drainEndpoint(ctx, { endpointId, mostMs: 200 }, watch)
    expect(report.sent).toBeGreaterThan(0)
    expect(report.sent).toBeLessThan(20)
    expect(Date.parse(report.nextDueAt ?? '')).toBeLessThanOrEqual(ctx.clock.now().getTime())
    expect((await deliveries()).filter(({ state }) => state === 'delivered')).toHaveLength(report.sent)
  })

  test('a secret that does not open raises an alarm, and its deliveries are retried until it does', async () => {
    const alarms: unknown[] = []
    const log = { ...ctx.log, error: (fields: object) => void alarms.push(fields) }
    const { sealedSecret } = await db().selectFrom('webhook_endpoint').select('sealedSecret').executeTakeFirstOrThrow()
    await pay(2)
    await seal(Buffer.from(sealedSecret).fill(0, sealedSecret.length - 16))
    const due = new Date(ctx.clock.now().getTime() + 5_000).toISOString()
    expect(await drain({ log })).toEqual({ sent: 2, nextDueAt: due })
    expect(alarms).toEqual([1, 2].map(() => ({ alarm: 'webhook_secret', endpointId })))
    expect(await deliveries()).toMatchObject(
      [1, 2].map(() => ({ state: 'pending', attempts: 1, lastProblem: 'secret', lastStatusCode: null })),
    )
    await seal(sealedSecret)
    shop.ctx.clock.advance(5_000)
    await drain()
    expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })
})
