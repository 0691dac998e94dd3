import { listen, type Listener } from '@gateway/db/kernel/listen'
import { openOrm, type Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { freshDatabase } from '@gateway/testing/database'
import { eventually } from '@gateway/testing/wait'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { awaitPins } from './await-pins.ts'

const LONG_MS = 20_000
const SHORT_MS = 2_000

let orm: Orm
let news: Listener
let heard = 0
beforeEach(async () => {
  const url = await freshDatabase()
  orm = await openOrm({ url, poolSize: 4 })
  // What a pin pins is not looked at here.
  await sql`ALTER TABLE commit_pin DROP CONSTRAINT commit_pin_commit_id_fkey`.execute(db())
  news = listen(url, ['pinned'])
  heard = 0
  news.on('pinned', () => heard++)
  await eventually('the listener to listen', async () => {
    await notify()
    return heard > 0
  })
})
afterEach(async () => {
  await news.close()
  await orm.close()
})

const db = () => tables(orm.em.fork())
const notify = () => sql`SELECT pg_notify('pinned', '')`.execute(db())

/** A pin as the signer writes it. */
async function pin(commitId: string, refused: string | null = null): Promise<void> {
  const mac = refused === null ? Buffer.alloc(32) : null
  const row = { commitId, businessId: randomUUID(), mode: 'live' as const, usdRate: '1', mac, refused, pinnedAt: new Date() }
  await db().insertInto('commit_pin').values(row).execute()
}

test('creations are answered together as soon as the signer says that it has pinned something', async () => {
  const wait = awaitPins(orm, news, LONG_MS)
  const [good, bad] = [randomUUID(), randomUUID()]
  const answers = Promise.all([wait(good), wait(bad)])
  await pin(good)
  await pin(bad, 'wallet_was_not_pinned')
  await notify()
  expect(await answers).toEqual(['pinned', 'refused'])
})

test('a pin that was made before anybody asked is found at the end of the wait', async () => {
  const id = randomUUID()
  await pin(id)
  expect(await awaitPins(orm, news, SHORT_MS)(id)).toBe('pinned')
})

test('a signer that is away is waited for once, and again when it is heard', async () => {
  const wait = awaitPins(orm, news, SHORT_MS)
  expect(await wait(randomUUID())).toBe('missing')
  const startedAt = performance.now()
  expect(await Promise.all(Array.from({ length: 100 }, () => wait(randomUUID())))).toEqual(Array.from({ length: 100 }, () => 'missing'))
  expect(performance.now() - startedAt).toBeLessThan(SHORT_MS)
  const before = heard
  await notify()
  await eventually('the news', async () => heard > before)
  const id = randomUUID()
  const answer = wait(id)
  await pin(id)
  await notify()
  expect(await answer).toBe('pinned')
})

test('a database that does not answer keeps nobody waiting', async () => {
  const wait = awaitPins(orm, news, SHORT_MS)
  const answer = wait(randomUUID())
  await sql`ALTER TABLE commit_pin RENAME TO elsewhere`.execute(db())
  expect(await answer).toBe('missing')
})
