import { listen, type Listener } from '@gateway/db/kernel/listen'
import { openOrm, type Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { freshDatabase } from '@gateway/testing/database'
import { eventually } from '@gateway/testing/wait'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { awaitPins } from './await-pins.ts'

const LONG_MS = 20_000
const SHORT_MS = 2_000

let orm: Orm
let news: Listener
const heard: string[] = []
beforeEach(async () => {
  const url = await freshDatabase()
  orm = await openOrm({ url, poolSize: 4 })
  // What a pin pins is not looked at here.
  await sql`ALTER TABLE commit_pin DROP CONSTRAINT commit_pin_commit_id_fkey`.execute(db())
  news = listen(url, ['pinned'])
  heard.length = 0
  news.on('pinned', (word) => heard.push(word))
  await eventually('the listener to listen', async () => {
    await notify('first')
    return heard.length > 0
  })
  await hearAgain('and nothing is on its way any more')
})
afterEach(async () => {
  await news.close()
  await orm.close()
})

const db = () => tables(orm.em.fork())
const notify = (word = '') => sql`SELECT pg_notify('pinned', ${word})`.execute(db())

/** Has the listener hear a word, and with it everything that was said before. */
async function hearAgain(word: string): Promise<void> {
  await notify(word)
  await eventually('the news', async () => heard.includes(word))
}

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
  const answers = Promise.all(Array.from({ length: 100 }, () => wait(randomUUID())))
  expect(await Promise.race([answers, nextTurn('are waited for')])).toEqual(Array.from({ length: 100 }, () => 'missing'))
  await hearAgain('the signer')
  const id = randomUUID()
  // Before it is asked for, so that it is there however long the machine takes: only who waits looks for it.
  await pin(id)
  expect(await wait(id)).toBe('pinned')
})

test('a database that does not answer keeps nobody waiting', async () => {
  const wait = awaitPins(orm, news, SHORT_MS)
  const answer = wait(randomUUID())
  await sql`ALTER TABLE commit_pin RENAME TO elsewhere`.execute(db())
  expect(await answer).toBe('missing')
})
