import { type Em, openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { countedIds } from '@gateway/testing/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { DatabaseBusy, transaction } from './transaction.ts'

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext({ ids: { ...countedIds(), chance: () => 0 } })))
afterAll(() => ctx.close())

const raise = (code: string) => sql`DO ${sql.lit(`BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '${code}'; END`)}`
const beat = (role: string) => ({ role, at: ctx.clock.now() })
const roles = async () => (await tables(ctx.orm.em.fork()).selectFrom('role_heartbeat').select('role').execute()).map((row) => row.role)

describe('a transaction', () => {
  test.each(['40001', '40P01'])('retries after a conflict (%s) and keeps nothing of the failed attempt', async (code) => {
    let attempts = 0
    await transaction(ctx, async (em) => {
      attempts += 1
      await tables(em)
        .insertInto('role_heartbeat')
        .values(beat(`${code}-${attempts}`))
        .execute()
      if (attempts < 3) await raise(code).execute(tables(em))
    })
    expect((await roles()).filter((role) => role.startsWith(code))).toEqual([`${code}-3`])
  })

  test('ten conflicts in one transaction end in DATABASE_BUSY', async () => {
    let attempts = 0
    const hopeless = transaction(ctx, async (em) => {
      attempts += 1
      await raise('40001').execute(tables(em))
    })
    await expect(hopeless).rejects.toThrow(DatabaseBusy)
    expect(attempts).toBe(10)
  })

  test('fails without a retry after any other error', async () => {
    let attempts = 0
    const failing = transaction(ctx, async (em) => {
      attempts += 1
      await raise('23505').execute(tables(em))
    })
    await expect(failing).rejects.toThrow('lost')
    expect(attempts).toBe(1)
  })
})

describe('a connection that dies within a transaction', () => {
  const PLACES = 2
  const end = (pid: number) => sql`SELECT pg_terminate_backend(${pid})`.execute(tables(ctx.orm.em.fork()))
  const own = async (em: Em) => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tables(em))).rows[0]?.pid ?? 0

  const moments: readonly (readonly [string, (em: Em) => Promise<unknown>])[] = [
    ['between two statements', async (em) => end(await own(em)).then(() => own(em))],
    ['during a statement', async (em) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tables(em))],
    ['before its end', async (em) => end(await own(em))],
  ]

  test.each(moments)('rolls back and frees its place in the pool: %s', async (moment, die) => {
    const orm = await openOrm({ url: String(ctx.orm.config.get('clientUrl')), poolSize: PLACES })
    onTestFinished(() => orm.close())
    const few = { ...ctx, orm }
    for (let died = 0; died < 2 * PLACES; died++) {
      const dying = transaction(few, async (em) => {
        await tables(em).insertInto('role_heartbeat').values(beat(moment)).execute()
        await die(em)
      })
      await expect(dying).rejects.toThrow(/terminat|not queryable/)
    }
    await transaction(few, (em) =>
      tables(em)
        .insertInto('role_heartbeat')
        .values(beat(`after ${moment}`))
        .execute(),
    )
    expect(await roles()).toContain(`after ${moment}`)
    expect(await roles()).not.toContain(moment)
  })
})
