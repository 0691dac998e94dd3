import { PortalTotalsInput, presentTotals } from '@gateway/contract/portal/totals'
import { tables } from '@gateway/db/tables'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { readTotals } from './read-totals.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const totals = async (more: object = {}, actor = shop.actor) => {
  const wish = PortalTotalsInput.parse({ business_id: shop.businessId, days: 7, ...more })
  return presentTotals(await readTotals(shop.ctx, { actor, wish }))
}
const pays = (payment: Payment, units: bigint, tx: number) =>
  btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })

test('a payment counts on its day, and its volume once it is paid', async () => {
  const early = await shop.ask({ amount: '12.34', currency: 'USD', blockchain: 'BTC' })
  shop.ctx.clock.advance(24 * 60 * 60_000)
  const late = await shop.ask({ amount: 46, currency: 'EUR', blockchain: 'BTC' })
  await pays(late, late.dueUnits, 1)
  const { days, ...whole } = await totals()
  expect(days).toHaveLength(7)
  expect(days.slice(-2)).toEqual([
    { day: '2026-10-01', created: 1, paid: 0, volume_usd: '0' },
    { day: '2026-10-02', created: 1, paid: 1, volume_usd: '50' },
  ])
  expect(whole).toMatchObject({
    created: 2,
    paid: 1,
    volume_usd: '50',
    success_rate: 1,
    assets: [{ blockchain: 'BTC', created: 2, paid: 1, amount_received: expect.stringMatching(/^0\.0008/) }],
  })
  expect(whole.currencies).toContainEqual({ currency: 'EUR', created: 1, paid: 1, volume_usd: '50', volume: '46' })
  await db().updateTable('payment').set({ state: 'expired' }).where('id', '=', early.id).execute()
  expect((await totals()).success_rate).toBe(0.5)
  await db().updateTable('payment').set({ state: 'pending' }).where('id', '=', early.id).execute()
})

test('days are those of the time zone of the business', async () => {
  await db().updateTable('business').set({ timeZone: 'Pacific/Kiritimati' }).execute()
  await shop.ask({ amount: 5, blockchain: 'BTC' })
  const { days, time_zone: zone } = await totals()
  expect([zone, days.at(-1)?.day, days.at(-1)?.created]).toEqual(['Pacific/Kiritimati', '2026-10-02', 1])
})

test('another merchant gets the answer of a business that does not exist', async () => {
  const other = await storeMerchant(shop.ctx)
  await expect(totals({}, other)).rejects.toThrow(ForbiddenBusiness)
  await expect(totals({ business_id: shop.ctx.ids.uuid() })).rejects.toThrow(ForbiddenBusiness)
})
