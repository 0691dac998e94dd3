import { formatUnits } from '@gateway/domain/money/decimal'
import { PortalTotalsInput, presentTotals } from '@gateway/contract/portal/totals'
import { tables } from '@gateway/db/tables'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { HELD, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { offerRefund } from '../refunds/offer-refund.ts'
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

test('held money needs attention until it is offered back, with what its merchant can do', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const [item, ...more] = (await totals()).attention
  expect(more).toEqual([])
  expect(item).toMatchObject({
    kind: 'held',
    payment_id: payment.id,
    blockchain: 'BTC',
    amount: '0.0004',
    reason: 'underpaid',
    steps: ['accept', 'refund'],
  })
  await offerRefund(shop.ctx, { paymentId: payment.id, by: 'operator:anna', linkDays: 30 })
  expect((await totals()).attention).toMatchObject([{ reason: 'offered_back_until', steps: ['wait_for_payer', 'withdraw_refund'] }])
})

test('an underpaid payment in its window, money of another asset and a payout that is held need attention', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const short = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await pays(short, 40_000n, 2)
  const other = await shop.ask({ amount: 60, blockchain: 'ETH' })
  await eth.mine({ transfers: [tokens(other.address, 5_000_000n, { tx: 3 })] })
  await eth.mineEmpty(12)
  const { attention } = await totals()
  expect(attention.map(({ kind, payment_id: id, reason, steps }) => [kind, id, reason, steps])).toEqual(
    expect.arrayContaining([
      ['underpaid', short.id, 'underpaid', ['wait_for_payer']],
      ['held', other.id, 'wrong_asset', ['forward']],
    ]),
  )
  const missing = attention.find(({ kind }) => kind === 'underpaid')
  expect(missing?.amount).toBe(formatUnits(short.dueUnits - 40_000n, 8))
  const paid = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await pays(paid, paid.dueUnits, 4)
  await sql`UPDATE spend_intent SET state = 'held', hold_reason = 'above_velocity_cap', held_since = ${shop.ctx.clock.now()}`.execute(db())
  expect((await totals()).attention).toContainEqual(
    expect.objectContaining({ kind: 'payout_waiting', payment_id: paid.id, reason: 'awaits_approval', steps: ['ask_operator'] }),
  )
})

test('a receiver that is given up needs attention', async () => {
  expect((await totals()).attention).toEqual([])
  const at = shop.ctx.clock.now()
  await db().updateTable('webhook_endpoint').set({ disabledAt: at, disabledReason: 'failing' }).execute()
  expect((await totals()).attention).toEqual([
    {
      kind: 'webhook_failing',
      payment_id: null,
      blockchain: null,
      amount: null,
      reason: 'given_up',
      since: at.toISOString(),
      steps: ['repair_receiver'],
    },
  ])
})

test('another merchant gets the answer of a business that does not exist', async () => {
  const other = await storeMerchant(shop.ctx)
  await expect(totals({}, other)).rejects.toThrow(ForbiddenBusiness)
  await expect(totals({ business_id: shop.ctx.ids.uuid() })).rejects.toThrow(ForbiddenBusiness)
})
