import { ownSeries } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeMerchant } from '../../testing/test-context.ts'
import { seriesOf } from '../../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { getOwned, listOwned } from './read-owned.ts'

let shop: TestShop
let stranger: Actor
let first: SeriesEntity
let second: SeriesEntity
const { create, change } = seriesOf(() => shop)
const filter = { limit: 50, offset: 0 }

beforeAll(async () => {
  shop = await openShop({}, 2)
  stranger = await storeMerchant(shop.ctx)
  first = (await create()).series
  shop.ctx.clock.advance(1_000)
  second = await change((await create()).series.id, { status: 'paused' })
})
afterAll(() => closeShop(shop))

const list = (asked: Partial<Parameters<typeof listOwned<SeriesEntity>>[1]> = {}) =>
  listOwned(shop.ctx, { of: ownSeries, actor: shop.actor, filter, ...asked })
const ids = (rows: readonly SeriesEntity[]) => rows.map(({ id }) => id)

test('an owner reads an object, and nobody else can tell that it exists', async () => {
  expect(await getOwned(shop.ctx, { of: ownSeries, actor: shop.actor, id: first.id })).toEqual(first)
  await expect(getOwned(shop.ctx, { of: ownSeries, actor: stranger, id: first.id })).rejects.toEqual(new NotFound('series'))
  const inTest = { ...shop.actor, mode: 'test' as const }
  await expect(getOwned(shop.ctx, { of: ownSeries, actor: inTest, id: first.id })).rejects.toEqual(new NotFound('series'))
})

test('a list shows the newest object first, a page at a time, and counts all', async () => {
  expect(ids((await list()).rows)).toEqual([second.id, first.id])
  expect(await list({ filter: { limit: 1, offset: 1 } })).toMatchObject({ rows: [{ id: first.id }], total: 2 })
})

test('a list is narrowed by each member that is given, and not by those that are undefined', async () => {
  expect(ids((await list({ where: { state: 'paused' } })).rows)).toEqual([second.id])
  expect(ids((await list({ where: { state: undefined, asset: 'BTC' } })).rows)).toEqual([second.id, first.id])
})

test('a list of a foreign business is refused, and a stranger’s own is empty', async () => {
  const named = { ...filter, businessId: shop.businessId }
  await expect(list({ actor: stranger, filter: named })).rejects.toBeInstanceOf(ForbiddenBusiness)
  expect(await list({ actor: stranger })).toEqual({ rows: [], total: 0 })
  expect(await list({ filter: named })).toMatchObject({ total: 2 })
})
