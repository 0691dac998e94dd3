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
  // The commit of a pin does not matter here.
  await sql`ALTER TABLE payout_terms_pin DROP CONSTRAINT payout_terms_pin_payout_terms_id_fkey`.execute(db())
  news = listen(url, ['pinned'])
  heard.length = 0
  news.on('pinned', (word) => heard.push(word))
  await eventually('the listener to listen', async () => {
    await notify('first')
    return heard.length > 0
  })
  await hearAgain('no further notifications')
})
afterEach(async () => {
  await news.close()
  await orm.close()
})

const db = () => tables(orm.em.fork())
const notify = (word = '') => sql`SELECT pg_notify('pinned', ${word})`.execute(db())

/** Notifies a word and waits until the listener received it, and so every earlier one. */
async function hearAgain(word: string): Promise<void> {
  await notify(word)
  await eventually('the news', async () => heard.includes(word))
}

/** A pin as the signer writes it. */
async function pin(payoutTermsId: string, refused: string | null = null): Promise<void> {
  const mac = refused === null ? Buffer.alloc(32) : null
  const row = { payoutTermsId, businessId: randomUUID(), mode: 'live' as const, usdRate: '1', mac, refused, pinnedAt: new Date() }
  await db().insertInto('payout_terms_pin').values(row).execute()
}

test('waiting creations are answered together when the signer notifies of new pins', async () => {
  const wait = awaitPins(orm, news, LONG_MS)
  const [good, bad] = [randomUUID(), randomUUID()]
  const answers = Promise.all([wait(good), wait(bad)])
  await pin(good)
  await pin(bad, 'wallet_was_not_pinned')
  await notify()
  expect(await answers).toEqual(['pinned', 'refused'])
})

test('a pin made before the wait began is found when the wait ends', async () => {
  const id = randomUUID()
  await pin(id)
  expect(await awaitPins(orm, news, SHORT_MS)(id)).toBe('pinned')
})

test('creations stop waiting after one timeout and wait again after the next notification', async () => {
  const wait = awaitPins(orm, news, SHORT_MS)
  expect(await wait(randomUUID())).toBe('missing')
  const answers = Promise.all(Array.from({ length: 100 }, () => wait(randomUUID())))
  expect(await Promise.race([answers, nextTurn('still waiting')])).toEqual(Array.from({ length: 100 }, () => 'missing'))
  await hearAgain('the signer')
  const id = randomUUID()
  // Inserted before the wait, so that a slow machine finds it too.
  await pin(id)
  expect(await wait(id)).toBe('pinned')
})

test('a database error answers missing after the timeout', async () => {
  const wait = awaitPins(orm, news, SHORT_MS)
  const answer = wait(randomUUID())
  await sql`ALTER TABLE payout_terms_pin RENAME TO elsewhere`.execute(db())
  expect(await answer).toBe('missing')
})
