import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type Announcement, announceAll } from '@gateway/operations/announce'
import { updateBusiness } from '@gateway/operations/businesses/update-business'
import { openShop, type TestShop } from '@gateway/operations/test-shop'
import { transaction } from '@gateway/operations/transaction'
import { drainEndpoint, type WebhookContext } from '@gateway/operations/webhooks/drain-endpoint'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Random, randomOf } from '../model/random.ts'
import { type Attempt, startFickleReceiver } from '../support/fickle-receiver.ts'
import { raceFrom } from './barrier.ts'
import { drawSeed, rounds } from '../support/rounds.ts'

const DISPATCHERS = 4
const OBJECTS = 200
const EVENTS_EACH = 10
/** Of a hundred first attempts, how many the merchant's server refuses. */
const REFUSED_PERCENT = 5
const DAY_MS = 24 * 60 * 60 * 1_000

test(`R11: ${DISPATCHERS} dispatchers deliver ${OBJECTS * EVENTS_EACH} events of ${OBJECTS} objects: none is lost, first attempts come in order; ${rounds} rounds`, async () => {
  const random = randomOf(drawSeed('R11'))
  for (let round = 0; round < rounds; round++) {
    const { attempts, objects } = await runRound(random)
    const byObject = Map.groupBy(attempts, ({ paymentId }) => paymentId)
    expect(new Set(byObject.keys())).toEqual(new Set(objects))
    for (const own of byObject.values()) expect(faultsOf(own)).toEqual([])
  }
})

/** Writes all events, lets everybody go at once, and delivers what was refused a day later. */
async function runRound(random: Random): Promise<{ attempts: readonly Attempt[]; objects: readonly string[] }> {
  const receiver = await startFickleReceiver()
  const { port } = new URL(receiver.url)
  const shop = await openShop({ egress: { allow: [{ host: '127.0.0.1', port: Number(port) }] } }, 0)
  const endpointId = await pointAt(shop, receiver.url)
  const objects = Array.from({ length: OBJECTS }, () => shop.ctx.ids.uuid())
  await announce(shop, objects)
  receiver.answer = () => (random.happens(REFUSED_PERCENT) ? 500 : 200)
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  const orms = await Promise.all(Array.from({ length: DISPATCHERS }, () => openOrm({ url, poolSize: 10 })))
  const drainAll = () =>
    Promise.all(
      orms.map((orm) => drain({ ...shop.ctx, orm, webhookKey: shop.ctx.webhookOpeningKey, furtherSignatureHeaders: [] }, endpointId)),
    )
  await raceFrom({ url, table: 'delivery', waiting: DISPATCHERS }, drainAll)
  receiver.answer = 200
  shop.ctx.clock.advance(DAY_MS)
  await drainAll()
  await Promise.all(orms.map((orm) => orm.close()))
  await shop.ctx.close()
  await receiver.goAway()
  return { attempts: receiver.attempts, objects }
}

/** What is wrong with the attempts of an object: each event arrives once, is first tried after all earlier ones, and is the same every time. */
function faultsOf(own: readonly Attempt[]): string[] {
  const events = [...Map.groupBy(own, ({ sequence }) => sequence)]
  const order = events.map(([sequence]) => sequence).join()
  const faults = order === Array.from({ length: EVENTS_EACH }, (_, at) => at + 1).join() ? [] : [`first attempts came as ${order}`]
  for (const [sequence, tries] of events) {
    if (new Set(tries.map(({ id, body }) => `${id} ${body}`)).size > 1) faults.push(`event ${sequence} changed`)
    if (tries.filter(({ status }) => status === 200).length !== 1) faults.push(`event ${sequence} was not accepted once`)
  }
  return faults
}

async function pointAt(shop: TestShop, url: string): Promise<string> {
  await updateBusiness(shop.ctx, { actor: shop.actor, changes: UpdateBusinessInput.parse({ id: shop.businessId, webhook_url: url }) })
  const db = tables(shop.ctx.orm.em.fork())
  await db.deleteFrom('delivery').execute()
  return (await db.selectFrom('webhook_endpoint').select('id').executeTakeFirstOrThrow()).id
}

/** Writes every event of every object, the objects taking turns. */
async function announce({ ctx, businessId }: TestShop, objects: readonly string[]): Promise<void> {
  const announcements = Array.from({ length: EVENTS_EACH }, (_, at) =>
    objects.map((id): Announcement => ({
      type: 'payment.created',
      object: { type: 'payment', id, businessId, mode: 'live' },
      sequence: at + 1,
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
