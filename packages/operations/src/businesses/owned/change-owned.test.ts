import { ownSeries } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { NotFound } from '@gateway/domain/kernel/error'
import { ConcurrentUpdate } from '@gateway/domain/kernel/repeat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriesOf } from '../../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { changeOwned } from './change-owned.ts'
import { getOwned } from './read-owned.ts'

let shop: TestShop
let series: SeriesEntity
beforeAll(async () => {
  shop = await openShop({}, 2)
  series = (await seriesOf(() => shop).create()).series
})
afterAll(() => closeShop(shop))

const named = () => ({ of: ownSeries, actor: shop.actor, id: series.id })

test('a change is written under the lock of its row, and columns that are frozen stay as they were', async () => {
  await changeOwned(shop.ctx, named(), async (em, row) => {
    Object.assign(row, { amountMinor: 77n, customerEmail: 'other@hoffmann.example', latestSlot: 9 })
    await ownSeries.save(em, row)
    return []
  })
  const { customerEmail, latestSlot } = series
  expect(await getOwned(shop.ctx, named())).toMatchObject({ amountMinor: 77n, customerEmail, latestSlot })
})

test('a change of an object of another merchant is refused as one of an object that does not exist', async () => {
  const actor = { ...shop.actor, merchantId: '00000000-0000-4000-8000-00000000ffff' }
  await expect(changeOwned(shop.ctx, { ...named(), actor }, async () => [])).rejects.toEqual(new NotFound('series'))
})

test('a change that waits for another one of the same object is refused before it holds up others', async () => {
  await changeOwned(shop.ctx, named(), async () => {
    await expect(changeOwned(shop.ctx, named(), async () => [])).rejects.toEqual(new ConcurrentUpdate('series'))
    return []
  })
})
