import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { tables } from '@gateway/db/tables'
import { circuitRules } from '@gateway/domain/webhooks/circuit'
import { type Announcement, announceAll } from '@gateway/operations/events/publish-events'
import { updateBusiness } from '@gateway/operations/businesses/update-business'
import type { Log } from '@gateway/operations/kernel/context'
import { openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { transaction } from '@gateway/operations/kernel/transaction'
import { drainEndpoint, type WebhookContext } from '@gateway/operations/webhooks/drain-endpoint'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Random, randomOf } from '../model/random.ts'
import { eventually } from '@gateway/testing/wait'
import { type Attempt, startFlakyReceiver } from '../support/flaky-receiver.ts'
import { openOrmWithLongTimeouts } from '../support/orm-with-long-timeouts.ts'
import { raceFrom } from './barrier.ts'
import { drawSeed, rounds } from '../support/rounds.ts'

const DISPATCHERS = 4
const OBJECTS = 200
const EVENTS_EACH = 10
const SEQUENCES = Array.from({ length: EVENTS_EACH }, (_, at) => at + 1)
/** The share of first attempts that the merchant's server rejects. */
const REFUSED_PERCENT = 5
const DAY_MS = 24 * 60 * 60 * 1_000
/** A stalled machine fails every open request at once, which must not open the circuit. */
const patientRules = { ...circuitRules, failures: OBJECTS * EVENTS_EACH }

test(`R11: ${DISPATCHERS} dispatchers deliver ${OBJECTS * EVENTS_EACH} events of ${OBJECTS} objects without loss, first attempts in order; ${rounds} rounds`, async () => {
  const random = randomOf(drawSeed('R11'))
  for (let round = 0; round < rounds; round++) {
    const { attempts, objects, deliveries } = await runRound(random)
    const byObject = Map.groupBy(attempts, ({ paymentId }) => paymentId)
    expect(new Set(byObject.keys())).toEqual(new Set(objects))
    for (const own of byObject.values()) expect(faultsOf(own, deliveries)).toEqual([])
  }
})

/** The stored delivery of an event, and its attempts without an answer, although the receiver may have sent one. */
interface Delivery {
  readonly state: string
  readonly attempts: number
  readonly problems: readonly string[]
}

interface Round {
  readonly attempts: readonly Attempt[]
  readonly objects: readonly string[]
  /** By the id of their event. */
  readonly deliveries: ReadonlyMap<string, readonly Delivery[]>
}

/** Writes all events, starts all dispatchers at once, and delivers rejected events a day later. */
async function runRound(random: Random): Promise<Round> {
  const receiver = await startFlakyReceiver()
  const { port } = new URL(receiver.url)
  const unheard: Unheard[] = []
  const shop = await openShop({ egress: { allow: [{ host: '127.0.0.1', port: Number(port) }] }, log: listeningFor(unheard) }, 0)
  const endpointId = await pointAt(shop, receiver.url)
  const objects = Array.from({ length: OBJECTS }, () => shop.ctx.ids.uuid())
  await announce(shop, objects)
  receiver.answer = () => (random.happens(REFUSED_PERCENT) ? 500 : 200)
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: DISPATCHERS }, () => openOrmWithLongTimeouts({ url, poolSize: 10 })))
  const sending = { ...shop.ctx, webhookKey: shop.ctx.webhookOpeningKey, furtherSignatureHeaders: [], circuitRules: patientRules }
  const drainAll = () => Promise.all(orms.map((orm) => drain({ ...sending, orm }, endpointId)))
  await raceFrom({ url, table: 'delivery', waiting: DISPATCHERS }, drainAll)
  receiver.answer = 200
  await eventually('every event to be delivered a day later, or two days on a stalled machine', async () => {
    shop.ctx.clock.advance(DAY_MS)
    await drainAll()
    return (await stored(shop)).every(({ state }) => state === 'delivered')
  })
  const deliveries = await deliveriesOf(shop, unheard)
  await Promise.all(orms.map((orm) => orm.close()))
  await shop.ctx.close()
  await receiver.goAway()
  return { attempts: receiver.attempts, objects, deliveries }
}

/** An attempt without an answer, from the log. */
interface Unheard {
  readonly deliveryId: string
  readonly problem: string
}

/** Collects attempts without an answer: the row records only the last one. */
function listeningFor(unheard: Unheard[]): Log {
  const warn: Log['warn'] = ({ deliveryId, problem }) => {
    if (typeof deliveryId === 'string' && typeof problem === 'string') unheard.push({ deliveryId, problem })
  }
  return { info: () => {}, warn, error: () => {} }
}

const stored = ({ ctx }: TestShop) =>
  tables(ctx.orm.em.fork()).selectFrom('delivery').select(['id', 'eventId', 'state', 'attempts']).execute()

async function deliveriesOf(shop: TestShop, unheard: readonly Unheard[]): Promise<Round['deliveries']> {
  const byDelivery = Map.groupBy(unheard, ({ deliveryId }) => deliveryId)
  const rows = (await stored(shop)).map((row) => ({ ...row, problems: (byDelivery.get(row.id) ?? []).map(({ problem }) => problem) }))
  return Map.groupBy(rows, ({ eventId }) => eventId)
}

/** Faults of an object's attempts: each event must arrive once, be first tried after all earlier ones, and stay the same. */
function faultsOf(own: readonly Attempt[], deliveries: Round['deliveries']): string[] {
  const events = [...Map.groupBy(own, ({ sequence }) => sequence)].map(([sequence, tries]) => {
    const ids = new Set(tries.map(({ id }) => id))
    return { sequence, tries, ids, rows: [...ids].flatMap((id) => deliveries.get(id) ?? []) }
  })
  const faults: string[] = []
  const missing = SEQUENCES.filter((sequence) => !events.some((event) => event.sequence === sequence))
  if (missing.length > 0 || events.length > EVENTS_EACH) faults.push(`${events.length} events arrived, and not ${missing.join()}`)
  // The first attempt of an event without an answer may have been lost in transit.
  const order = events.filter(({ rows }) => rows.every(({ problems }) => problems.length === 0)).map(({ sequence }) => sequence)
  if (order.join() !== order.toSorted((a, b) => a - b).join()) faults.push(`first attempts came as ${order.join()}`)
  for (const { sequence, tries, ids, rows } of events) {
    if (ids.size > 1 || new Set(tries.map(({ body }) => body)).size > 1) faults.push(`event ${sequence} changed`)
    faults.push(...miscountsOf(tries, rows).map((fault) => `event ${sequence} ${fault}`))
  }
  return faults
}

/**
 * Differences between the receiver and the rows of an event. An attempt without an answer may not have reached the receiver; one that timed out may
 * have been accepted.
 */
function miscountsOf(tries: readonly Attempt[], [row, ...others]: readonly Delivery[]): string[] {
  if (!row || others.length > 0) return ['has not one delivery']
  const { state, attempts, problems } = row
  const accepted = tries.filter(({ status }) => status === 200).length
  const late = problems.filter((problem) => problem === 'timeout').length
  const isCounted = tries.length <= attempts && tries.length >= attempts - problems.length
  return [
    ...(state === 'delivered' ? [] : [`is ${state}`]),
    ...(isCounted ? [] : [`arrived ${tries.length} times in ${attempts} attempts`]),
    ...(accepted >= 1 && accepted <= 1 + late ? [] : ['was not accepted once']),
  ]
}

async function pointAt(shop: TestShop, url: string): Promise<string> {
  await updateBusiness(shop.ctx, { actor: shop.actor, changes: UpdateBusinessInput.parse({ id: shop.businessId, webhook_url: url }) })
  const db = tables(shop.ctx.orm.em.fork())
  await db.deleteFrom('delivery').execute()
  return (await db.selectFrom('webhook_endpoint').select('id').executeTakeFirstOrThrow()).id
}

/** Writes every event of every object, interleaved by object. */
async function announce({ ctx, businessId }: TestShop, objects: readonly string[]): Promise<void> {
  const announcements = SEQUENCES.map((sequence) =>
    objects.map((id): Announcement => ({
      type: 'payment.created',
      object: { type: 'payment', id, businessId, mode: 'live' },
      sequence,
      data: { payment_id: id },
    })),
  )
  await transaction(ctx, (em) => announceAll(em, ctx, announcements.flat()))
}

const drain = (ctx: WebhookContext, endpointId: string) =>
  drainEndpoint(
    ctx,
    { endpointId, lingerMs: 300 },
    { waitForNews: (ms) => pause(Math.min(ms, 50)), onProgress: () => {}, isCancelled: () => false },
  )
