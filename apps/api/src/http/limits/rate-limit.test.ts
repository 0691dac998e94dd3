import { tables } from '@gateway/db/tables'
import { type TestApiContext, testApiContext } from '@gateway/operations/testing/test-context'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultLimits } from './limits.ts'
import { createLimiter, type Limiter } from './rate-limit.ts'

let ctx: TestApiContext
let limiter: Limiter
beforeAll(async () => {
  ctx = await testApiContext()
})
afterAll(() => ctx.close())
beforeEach(() => {
  ctx.clock.advance(60_000)
  limiter = open()
})

const limits = { ...defaultLimits, default: 3 }
const open = () => createLimiter(ctx, limits)
const mine = { limit: 'default', subject: 'key:mine' } as const
const take = (times: number, from = limiter) => Array.from({ length: times }, () => from.take(mine))

describe('a limit', () => {
  test('allows its number of requests per minute and reports the remaining ones', () => {
    expect(take(5).map(({ remaining, isRefused }) => [remaining, isRefused])).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true],
      [0, true],
    ])
  })

  test('resets with the next minute, and reports that time', () => {
    ctx.clock.set(new Date('2026-10-01T12:00:20.500Z'))
    const [, , , refused] = take(4)
    expect(refused).toMatchObject({ isRefused: true, resetSeconds: 40, resetAt: new Date('2026-10-01T12:01:00.000Z') })
    ctx.clock.advance(39_499)
    expect(limiter.take(mine).isRefused).toBe(true)
    ctx.clock.advance(1)
    expect(limiter.take(mine)).toMatchObject({ isRefused: false, remaining: 2 })
  })

  test('counts every subject and limit separately', () => {
    take(3)
    expect(limiter.take({ ...mine, subject: 'key:theirs' }).isRefused).toBe(false)
    expect(limiter.take({ ...mine, limit: 'creation' }).isRefused).toBe(false)
  })

  test('allows another request after giveBack', () => {
    take(3)
    limiter.giveBack(mine)
    expect(take(2).map(({ isRefused }) => isRefused)).toEqual([false, true])
  })
})

describe('parallel processes', () => {
  test('share their counts after both have synchronised', async () => {
    const other = open()
    take(2)
    take(1, other)
    await limiter.sync()
    await other.sync()
    expect(other.take(mine).isRefused).toBe(true)
    expect(limiter.take(mine).isRefused).toBe(false)
    await limiter.sync()
    expect(limiter.take(mine).isRefused).toBe(true)
    other.close()
  })

  test('count a request that arrives during a sync', async () => {
    take(1)
    const speaking = limiter.sync()
    take(1)
    await speaking
    expect(take(2).map(({ isRefused }) => isRefused)).toEqual([false, true])
  })

  test('delete the rows of past minutes', async () => {
    take(1)
    await limiter.sync()
    ctx.clock.advance(60_000)
    take(1)
    await limiter.sync()
    const rows = await tables(ctx.orm.em.fork()).selectFrom('rate_window').select('startedAt').execute()
    expect(rows).toHaveLength(1)
  })
})
