import { findUnpinnedEscrows } from '@gateway/db/custody/pins/escrow-pin-queries'
import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEscrow } from '../../testing/test-escrows.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 1)))
afterAll(() => shop.ctx.close())

test('an amount of more than 2^53 base units is read to its last digit', async () => {
  const { escrow } = await openEscrow({ ctx: { ...shop.ctx, awaitPin: async () => 'missing' } })
  const amountUnits = 12_345_678_901_234_567_891n
  const em = shop.ctx.orm.em.fork()
  await tables(em).updateTable('escrow').set({ amountUnits }).where('id', '=', escrow.id).execute()
  const unpinned = await findUnpinnedEscrows(em, { after: '00000000-0000-0000-0000-000000000000', chains: ['BTC'], limit: 10 })
  expect(unpinned.map((one) => one.escrow.amountUnits)).toEqual(Array(3).fill(String(amountUnits)))
})
