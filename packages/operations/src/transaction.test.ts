import { tables } from '@gateway/db/tables'
import { countedIds } from '@gateway/testing/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from './test-context.ts'
import { DatabaseBusy, transaction } from './transaction.ts'

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext({ ids: { ...countedIds(), chance: () => 0 } })))
afterAll(() => ctx.close())

const raise = (code: string) => sql`DO ${sql.lit(`BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '${code}'; END`)}`
const beat = (role: string) => ({ role, at: ctx.clock.now() })
const roles = async () => (await tables(ctx.orm.em.fork()).selectFrom('role_heartbeat').select('role').execute()).map((row) => row.role)

describe('a transaction', () => {
  test.each(['40001', '40P01'])(
    'that lost against another (%s) is repeated from its beginning, and leaves nothing of the attempt',
    async (code) => {
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
    },
  )

  test('that always loses says that the database is busy', async () => {
    let attempts = 0
    const hopeless = transaction(ctx, async (em) => {
      attempts += 1
      await raise('40001').execute(tables(em))
    })
    await expect(hopeless).rejects.toThrow(DatabaseBusy)
    expect(attempts).toBe(10)
  })

  test('that fails for another reason is not repeated', async () => {
    let attempts = 0
    const failing = transaction(ctx, async (em) => {
      attempts += 1
      await raise('23505').execute(tables(em))
    })
    await expect(failing).rejects.toThrow('lost')
    expect(attempts).toBe(1)
  })
})
