import { presentRateBoard } from '@gateway/contract/portal/rates'
import { tables } from '@gateway/db/tables'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApiContext, type TestApiContext } from '../testing/test-context.ts'
import { readRateBoard } from './read-rate-board.ts'

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext({ rates: staticRates({ 'BTC/USD': '60000', 'ETH/USD': '2500' }) })))
afterAll(() => ctx.close())

const ago = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1_000)
const board = async () => presentRateBoard(await readRateBoard(ctx, { currency: 'USD' }))

test('the board shows each rate with its sources, and the coins without one', async () => {
  expect(await board()).toMatchObject({
    currency: 'USD',
    rates: [
      { coin: 'BTC', price: '60000', stale: false, sources: ['static'], held: null },
      { coin: 'ETH', price: '2500', sources: ['static'] },
    ],
    unavailable: ['USDC'],
    sources: [],
  })
})

test('a source is healthy, failing or resting, and says when it last answered', async () => {
  const row = { askedAt: ago(2), answeredAt: ago(4), failures: 0, problem: null, restsUntil: ago(60), digest: null, sameSince: null }
  await tables(ctx.orm.em.fork())
    .insertInto('rate_source')
    .values([
      { ...row, name: 'static' },
      { ...row, name: 'kraken', failures: 1, problem: 'timeout', answeredAt: null },
      { ...row, name: 'okx', failures: 4, problem: 'status 503', restsUntil: ago(-90) },
    ])
    .execute()
  const { sources } = await board()
  expect(sources.map(({ name, health, used, age_seconds: age, problem }) => [name, health, used, age, problem])).toEqual([
    ['kraken', 'failing', false, null, 'timeout'],
    ['okx', 'resting', false, 4, 'status 503'],
    ['static', 'healthy', true, 4, null],
  ])
  expect(sources[1]?.rests_until).toBe(ago(-90).toISOString())
})

test('a price that is too far from the last one is shown as held', async () => {
  const hold = { price: '90000', since: ago(30).toISOString(), sources: [], needs: 'operator' } as const
  await tables(ctx.orm.em.fork())
    .insertInto('rate_snapshot')
    .values({ at: ago(30), prices: {}, holds: { 'BTC/USD': hold }, priced: [] })
    .execute()
  expect((await board()).rates[0]).toMatchObject({ coin: 'BTC', held: { price: '90000', needs: 'operator' } })
})
