import { ListEventsInput } from '@gateway/contract/webhooks'
import { tables } from '@gateway/db/tables'
import { CursorExpired } from '@gateway/domain/webhooks/errors'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announceBusiness } from '../events/publish-events.ts'
import { openShop, type TestShop } from '../testing/test-shop.ts'
import { transaction } from '../kernel/transaction.ts'
import { listEvents } from './list-events.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 1)))
afterAll(() => shop.ctx.close())

interface Told {
  readonly id: string
  readonly type: string
  readonly sequence: number
}

const read = (wish: Readonly<Record<string, unknown>> = {}) =>
  listEvents(shop.ctx, { actor: shop.actor, wish: ListEventsInput.parse(wish) })
/** The same once it shows `count` events: writers in other databases of this server delay the feed too. */
const readsOf = (count: number, wish: Readonly<Record<string, unknown>> = {}) =>
  eventually(`${count} events in the feed`, async () => {
    const part = await read(wish)
    return part.bodies.length >= count && part
  })
/** The cursor behind every visible event. */
async function endOfFeed(): Promise<string | null> {
  for (let after: string | null = null; ;) {
    const { nextCursor, hasMore } = await read({ after, limit: 100 })
    if (!hasMore) return nextCursor
    after = nextCursor
  }
}
const toldIn = (bodies: readonly string[]): Told[] => bodies.map((body) => JSON.parse(body) as Told) // Our own bodies.
const change = (type: 'business.created' | 'business.updated' = 'business.updated') =>
  transaction(shop.ctx, async (em) => {
    const business = { id: shop.businessId, mode: 'live' as const }
    await announceBusiness(em, shop.ctx, { type, business, data: {} })
  })

/** A transaction that has begun to write and waits. */
async function slowWriter() {
  const [begun, let_go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = transaction(shop.ctx, async (em) => {
    const objectId = shop.ctx.ids.uuid()
    const row = { id: shop.ctx.ids.event(), businessId: shop.businessId, objectType: 'payment', objectId, sequence: 1 } as const
    const body = JSON.stringify({ id: row.id, type: 'payment.created', sequence: 1 })
    await tables(em)
      .insertInto('event')
      .values({ ...row, type: 'payment.created', body, createdAt: shop.ctx.clock.now() })
      .execute()
    begun.resolve()
    await let_go.promise
  })
  await begun.promise
  return { finish: () => (let_go.resolve(), done) }
}

test('the feed shows committed events, oldest first, in pages', async () => {
  await shop.ask({ amount: 60, blockchain: 'ETH' })
  await change()
  const all = toldIn((await readsOf(3)).bodies)
  expect(all.map(({ type }) => type)).toEqual(['business.created', 'payment.created', 'business.updated'])
  const first = await read({ limit: 2 })
  expect(first).toMatchObject({ hasMore: true, nextCursor: all[1]?.id })
  const second = await read({ limit: 2, after: first.nextCursor })
  expect(toldIn(second.bodies)).toEqual(all.slice(2))
  expect(second.hasMore).toBe(false)
  expect(await read({ after: second.nextCursor })).toEqual({ bodies: [], nextCursor: second.nextCursor, hasMore: false })
  expect(toldIn((await read({ types: 'payment.created' })).bodies).map(({ id }) => id)).toEqual([all[1]?.id])
})

test('a late commit is not skipped, because the feed shows no event behind it', async () => {
  const start = (await read()).nextCursor
  const slow = await slowWriter()
  await change()
  expect((await read({ after: start })).bodies).toEqual([])
  await slow.finish()
  expect(toldIn((await readsOf(2, { after: start })).bodies).map(({ type }) => type)).toEqual(['payment.created', 'business.updated'])
})

test('an object’s events keep their order although the later transaction began first', async () => {
  const start = (await read()).nextCursor
  const [isIn, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const early = transaction(shop.ctx, async (em) => {
    // It writes a row, so it gets its transaction id before the other begins.
    await tables(em).updateTable('merchant').set({ name: 'Ada' }).execute()
    isIn.resolve()
    await goOn.promise
    await announceBusiness(em, shop.ctx, { type: 'business.updated', business: { id: shop.businessId, mode: 'live' }, data: {} })
  })
  await isIn.promise
  await change()
  goOn.resolve()
  await early
  const sequences = toldIn((await readsOf(2, { after: start })).bodies).map(({ sequence }) => sequence)
  expect(sequences).toHaveLength(2)
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
})

test('a client that follows the feed during concurrent writes gets every event once', async () => {
  const start = (await read()).nextCursor
  const followed: Told[] = []
  const follow = async () => {
    for (let after = start; followed.length < 8 * 15;) {
      const part = await read({ after, limit: 7 })
      followed.push(...toldIn(part.bodies))
      after = part.nextCursor
    }
  }
  const following = follow()
  const write = async (writer: number) => {
    for (let n = 0; n < 15; n++) await (n % 3 === 0 ? change() : shop.ask({ amount: 50 + writer, blockchain: 'ETH' }))
  }
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
  await following
  const rest = await read({ after: followed.at(-1)?.id })
  expect(rest.bodies).toEqual([])
  expect(followed).toHaveLength(8 * 15)
  expect(new Set(followed.map(({ id }) => id)).size).toBe(8 * 15)
})

describe('a client that filters by type', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000
  const refunds = { types: 'payment.refunded' }

  test('gets a cursor at the end of the feed, so that a month without such events costs nothing', async () => {
    const start = await endOfFeed()
    shop.ctx.clock.advance(20 * DAY_MS)
    await change()
    const [changed] = toldIn((await readsOf(1, { after: start })).bodies)
    const quiet = await read({ ...refunds, after: start })
    expect(quiet).toEqual({ bodies: [], nextCursor: changed?.id, hasMore: false })
    expect((await read(refunds)).nextCursor).toBe(changed?.id)
    shop.ctx.clock.advance(20 * DAY_MS)
    expect(await read({ ...refunds, after: quiet.nextCursor })).toEqual(quiet)
  })

  test('gets a cursor behind each match, and behind the other events after the last match', async () => {
    const start = await endOfFeed()
    for (const order of [1, 2]) await shop.ask({ amount: 60, blockchain: 'ETH', metadata: { order } })
    await change()
    const all = toldIn((await readsOf(3, { after: start })).bodies)
    const first = await read({ types: 'payment.created', after: start, limit: 1 })
    expect(first).toMatchObject({ nextCursor: all[0]?.id, hasMore: true })
    const second = await read({ types: 'payment.created', after: first.nextCursor, limit: 1 })
    expect(second).toMatchObject({ nextCursor: all[2]?.id, hasMore: false })
    expect(toldIn(second.bodies)).toEqual([all[1]])
  })

  test('gets no cursor behind a match that commits late', async () => {
    const start = await endOfFeed()
    const slow = await slowWriter()
    await change()
    const { nextCursor } = await read({ types: 'payment.created', after: start })
    await slow.finish()
    expect((await readsOf(1, { types: 'payment.created', after: nextCursor })).bodies).toHaveLength(1)
  })

  test('gets every match once during concurrent writes', async () => {
    const wanted = { types: 'business.created', limit: 100 }
    const start = await endOfFeed()
    const write = async () => {
      for (let n = 0; n < 15; n++) await change(n % 3 === 0 ? 'business.created' : 'business.updated')
    }
    let isWriting = true
    const writing = Promise.all(Array.from({ length: 8 }, write)).finally(() => (isWriting = false))
    const followed: Told[] = []
    let after = start
    const poll = async () => {
      const part = await read({ ...wanted, after })
      followed.push(...toldIn(part.bodies))
      after = part.nextCursor
    }
    while (isWriting) await poll()
    await writing
    const all = toldIn((await readsOf(8 * 5, { ...wanted, after: start })).bodies)
    await poll()
    expect(followed).toEqual(all)
  })
})

test('rejects a cursor that has left the feed or belongs to another business', async () => {
  const thirdParty = await openShop({ orm: shop.ctx.orm }, 0)
  const [first] = toldIn((await read({ limit: 1 })).bodies)
  const theirs = listEvents(shop.ctx, { actor: thirdParty.actor, wish: ListEventsInput.parse({ after: first?.id }) })
  await expect(theirs).rejects.toThrow(CursorExpired)
  await expect(read({ after: 'evt_nobody' })).rejects.toThrow(CursorExpired)
  shop.ctx.clock.advance(30 * 24 * 60 * 60 * 1_000)
  await expect(read({ after: first?.id })).rejects.toThrow(CursorExpired)
  expect((await read()).bodies).toEqual([])
})
