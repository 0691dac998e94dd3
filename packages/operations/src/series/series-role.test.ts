import { openOrm, type Orm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removableRates, seriesOf } from '../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { openPeriod } from './periods/sweep-series.ts'
import { sweepSeries } from './periods/sweep-series.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000
const GRACE_MS = 30_000
const rates = removableRates()
let shop: TestShop
const logins: Orm[] = []
beforeAll(async () => void (shop = await openShop({ rates })))
afterAll(async () => {
  await Promise.all(logins.map((orm) => orm.close()))
  await closeShop(shop)
})

/** The context of the shop, with the database user of a role. */
async function as(role: 'api' | 'series'): Promise<TestShop> {
  const orm = await openOrm({ url: loginAs(role, String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 2 })
  logins.push(orm)
  return { ...shop, ctx: { ...shop.ctx, orm } }
}

/** The messages to the workflow of a series that wait in the outbox, by the state they carry. */
async function told(id: string): Promise<unknown[]> {
  const db = tables(shop.ctx.orm.em.fork())
  const rows = await db.selectFrom('outbox').select('message').where('workflowId', '=', `series/${id}`).orderBy('id').execute()
  await db.deleteFrom('outbox').execute()
  return rows.map(({ message }) => message.signal?.args[0] ?? message.args[0])
}

test('the api creates a series and changes it, and the series role opens its children, each with the rights of its own database user', async () => {
  const [api, role] = [await as('api'), await as('series')]
  const steps = seriesOf(() => api)
  const { series } = await steps.create({ max_periods: 2 })
  expect(await told(series.id)).toMatchObject([{ known: { sequence: 2, state: 'active', dueAt: '2026-10-08T12:00:00.000Z' } }])
  await steps.change(series.id, { amount: 900 })
  expect(await told(series.id)).toMatchObject([{ sequence: 3, dueAt: '2026-10-08T12:00:00.000Z' }])
  shop.ctx.clock.advance(WEEK_MS)
  expect(await openPeriod(role.ctx, { seriesId: series.id })).toEqual({ sequence: 4, state: 'completed', dueAt: null })
  expect((await steps.read(series.id)).children).toMatchObject([{ amountMinor: 60_000n }, { amountMinor: 90_000n }])
  // The workflow learns of it by the answer.
  expect(await told(series.id)).toEqual([])
})

test('the sweep leaves a slot to the workflow for half a minute, then opens its child and tells the workflow', async () => {
  const role = await as('series')
  const { create, read } = seriesOf(() => shop)
  const { series } = await create()
  await told(series.id)
  shop.ctx.clock.advance(WEEK_MS + GRACE_MS - 1)
  expect(await sweepSeries(role.ctx)).toBe(0)
  shop.ctx.clock.advance(1)
  expect(await sweepSeries(role.ctx)).toBe(1)
  const { nextChargeAt } = (await read(series.id)).series
  expect(await told(series.id)).toEqual([{ sequence: 3, state: 'active', dueAt: nextChargeAt?.toISOString() }])
})

test('a child that finds no rate when its workflow asks is opened by the sweep as soon as there is one', async () => {
  const role = await as('series')
  const { series } = await seriesOf(() => shop).create()
  await told(series.id)
  shop.ctx.clock.advance(WEEK_MS)
  rates.isAvailable = false
  expect(await openPeriod(role.ctx, { seriesId: series.id })).toMatchObject({ sequence: 2, state: 'active' })
  rates.isAvailable = true
  shop.ctx.clock.advance(5_000)
  await sweepSeries(role.ctx)
  expect(await told(series.id)).toMatchObject([{ sequence: 3 }])
})
