import type { Orm } from '@gateway/db/orm'
import { runStatement } from '@gateway/db/kernel/run-statement'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createReuse, type CleanOrm } from './clean-orm.ts'
import { freshDatabase } from './database.ts'

let take: () => Promise<CleanOrm>
beforeEach(() => void (take = createReuse()))

const urlOf = (orm: Orm): string => String(orm.config.get('clientUrl'))
const run = (orm: Orm, statement: string) => runStatement(orm.em.fork(), statement, [])

/** Every row and every identity of a database. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(url)
  await client.connect()
  const read = async (statement: string): Promise<Record<string, unknown>[]> => (await client.query(statement)).rows
  const tables = await read("SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
  const content: Record<string, unknown> = {
    identities: await read("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1"),
  }
  for (const { name } of tables) content[String(name)] = await read(`SELECT one::text FROM ${String(name)} AS one ORDER BY 1`)
  await client.end()
  return content
}

test('a database that is used again has what a fresh one has', async () => {
  const first = await take()
  await run(first.orm, "INSERT INTO account (asset, mode, code, owner) VALUES ('BTC', 'live', 'chain:deposit', 'someone')")
  await run(first.orm, "INSERT INTO pause (scope) VALUES ('merchant:someone')")
  await run(first.orm, 'UPDATE decision_count SET seq = 7')
  await run(first.orm, 'DELETE FROM invariant_run')
  expect(await contentOf(urlOf(first.orm))).not.toEqual(await contentOf(await freshDatabase()))
  first.giveBack()
  const second = await take()
  expect(urlOf(second.orm)).toBe(urlOf(first.orm))
  expect(await contentOf(urlOf(second.orm))).toEqual(await contentOf(await freshDatabase()))
  expect(second.orm).not.toBe(first.orm)
})

test('a database has one user at a time, however often it is given back', async () => {
  const first = await take()
  first.giveBack()
  first.giveBack()
  const [second, third] = [await take(), await take()]
  expect(urlOf(second.orm)).toBe(urlOf(first.orm))
  expect(urlOf(third.orm)).not.toBe(urlOf(second.orm))
})

test.each([
  ['a table was made', 'CREATE TABLE further ()'],
  [
    'a trigger was switched off without triggers',
    'SET session_replication_role = replica; ALTER TABLE payment DISABLE TRIGGER ALL; RESET ALL',
  ],
  ['twenty megabytes were written', "INSERT INTO rate_window SELECT repeat('x', 1000) || n, now(), 1 FROM generate_series(1, 20000) n"],
])('a database is not used again after %s', async (_change, statement) => {
  const first = await take()
  await first.orm.em.fork().getConnection().execute(statement)
  first.giveBack()
  const { orm } = await take()
  expect(urlOf(orm)).not.toBe(urlOf(first.orm))
})

test('a database is not used again while a client of its earlier user is connected', async () => {
  const first = await take()
  const client = new pg.Client(urlOf(first.orm))
  onTestFinished(() => client.end())
  client.on('error', () => {}) // Its database is dropped.
  await client.connect()
  first.giveBack()
  expect(urlOf((await take()).orm)).not.toBe(urlOf(first.orm))
})

test('a database is not used again while a transaction of its earlier user is open', async () => {
  const first = await take()
  const em = first.orm.em.fork()
  await em.begin()
  await em.getConnection().execute('SELECT 1', [], 'all', em.getTransactionContext())
  first.giveBack()
  const next = take()
  await em.rollback()
  expect(urlOf((await next).orm)).not.toBe(urlOf(first.orm))
})
