import { presentAttention } from '@gateway/contract/portal/attention'
import { tables } from '@gateway/db/tables'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { HELD, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { offerRefund } from '../refunds/offer-refund.ts'
import { listAttention } from './list-attention.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const attention = async (actor = shop.actor) =>
  presentAttention(await listAttention(shop.ctx, { actor, businessId: shop.businessId })).attention
const pays = (payment: Payment, units: bigint, tx: number) =>
  btc.mine({ transfers: [output(payment.address, units, { tx })], at: shop.ctx.clock.now() })

test('held money needs attention until it is offered back, with what its merchant can do', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const [item, ...more] = await attention()
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
  expect(await attention()).toMatchObject([{ reason: 'offered_back_until', steps: ['wait_for_payer', 'withdraw_refund'] }])
})

test('an underpaid payment in its window, money of another asset and a payout that is held need attention', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const short = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await pays(short, 40_000n, 2)
  const other = await shop.ask({ amount: 60, blockchain: 'ETH' })
  await eth.mine({ transfers: [tokens(other.address, 5_000_000n, { tx: 3 })] })
  await eth.mineEmpty(12)
  const found = await attention()
  expect(found.map(({ kind, payment_id: id, reason, steps }) => [kind, id, reason, steps])).toEqual(
    expect.arrayContaining([
      ['underpaid', short.id, 'underpaid', ['wait_for_payer']],
      ['held', other.id, 'wrong_asset', ['forward']],
    ]),
  )
  const missing = found.find(({ kind }) => kind === 'underpaid')
  expect(missing?.amount).toBe(formatUnits(short.dueUnits - 40_000n, 8))
  const paid = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await pays(paid, paid.dueUnits, 4)
  await sql`UPDATE spend_intent SET state = 'held', hold_reason = 'above_velocity_cap', held_since = ${shop.ctx.clock.now()}`.execute(db())
  expect(await attention()).toContainEqual(
    expect.objectContaining({ kind: 'payout_waiting', payment_id: paid.id, reason: 'awaits_approval', steps: ['ask_operator'] }),
  )
})

test('a receiver that is given up needs attention', async () => {
  expect(await attention()).toEqual([])
  const at = shop.ctx.clock.now()
  await db().updateTable('webhook_endpoint').set({ disabledAt: at, disabledReason: 'failing' }).execute()
  expect(await attention()).toEqual([
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

test('another merchant is told nothing of what needs attention', async () => {
  const other = await storeMerchant(shop.ctx)
  await expect(attention(other)).rejects.toThrow(ForbiddenBusiness)
})
