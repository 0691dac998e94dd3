import { NotFound } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeMerchant } from '../testing/test-context.ts'
import { removableRates, seriesOf } from '../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { readCalendar } from './read-series.ts'

const WEEK = 7 * 24
const rates = removableRates()
let shop: TestShop
beforeEach(async () => {
  rates.isAvailable = true
  shop = await openShop({ rates })
})
afterEach(() => closeShop(shop))

const { create, change, pass } = seriesOf(() => shop)
const calendar = async (id: string) => {
  const { charges, resumesAt } = await readCalendar(shop.ctx, { actor: shop.actor, id })
  return { charges: charges.map(({ period, at }) => `${period}: ${at.toISOString().slice(0, 10)}`), resumesAt }
}

test('the calendar of a series names the next six charges, and none beyond its last period', async () => {
  const { series } = await create()
  const days = ['2: 2026-10-08', '3: 2026-10-15', '4: 2026-10-22', '5: 2026-10-29', '6: 2026-11-05', '7: 2026-11-12']
  expect(await calendar(series.id)).toEqual({ charges: days, resumesAt: null })
  const limited = await create({ max_periods: 3 })
  expect((await calendar(limited.series.id)).charges).toEqual(days.slice(0, 2))
})

test('a paused series charges nothing, and tells when it would go on', async () => {
  const { series } = await create()
  await change(series.id, { status: 'paused' })
  await pass(WEEK + 1)
  expect(await calendar(series.id)).toEqual({ charges: [], resumesAt: new Date('2026-10-15T12:00:00.000Z') })
})

test('a charge that waits for a rate comes first', async () => {
  rates.isAvailable = false
  const { series } = await create()
  await pass(WEEK + 1)
  expect((await calendar(series.id)).charges.slice(0, 2)).toEqual(['1: 2026-10-01', '2: 2026-10-15'])
})

test('the calendar of another merchant’s series is hidden', async () => {
  const { series } = await create()
  const actor = await storeMerchant(shop.ctx)
  await expect(readCalendar(shop.ctx, { actor, id: series.id })).rejects.toThrow(NotFound)
})
