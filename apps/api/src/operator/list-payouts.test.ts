import { payoutApprovalOf } from '@gateway/operations/custody/approvals/payout-approval'
import { releaseEscrow } from '@gateway/operations/escrows/decisions/release-escrow'
import { advanceDue } from '@gateway/operations/escrows/sweeps/advance-due'
import { openChain, output } from '@gateway/operations/testing/test-chain'
import { ADDRESS, escrowsOf, openEscrow } from '@gateway/operations/testing/test-escrows'
import { sentInvoice } from '@gateway/operations/testing/test-invoices'
import { refundsOf } from '@gateway/operations/testing/test-refunds'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { signDue } from '@gateway/operations/testing/sign-forward'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk } from './desk.ts'
import { listHeldMoney } from './list-held-money.ts'
import { listPayouts } from './list-payouts.ts'
import { readOverview } from './overview.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => closeShop(shop))

test('payouts of payments and of escrows wait in one list, oldest first', async () => {
  const btc = await openChain(shop.ctx, 'BTC')
  const { escrow, tokens } = await openEscrow(shop, { actor: shop.actor, business_id: shop.businessId })
  await escrowsOf(() => ({ shop, btc })).fund(escrow)
  await releaseEscrow(shop.ctx, { id: escrow.id, token: tokens.releaseToken, address: ADDRESS })
  await advanceDue(shop.ctx, { escrowId: escrow.id })
  shop.ctx.clock.advance(1_000)
  const payment = await shop.ask({ amount: 50, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 1 })], at: shop.ctx.clock.now() })
  const desk = openDesk(shop.ctx, { orm: shop.ctx.orm, temporalUi: undefined, refundLinkDays: 30, lightningCapSats: 1_000n })
  const { waiting, total } = await listPayouts(desk)
  expect(waiting.map(({ subject, id, businessName }) => [subject, id, businessName])).toEqual([
    ['escrow', escrow.id, 'Shop'],
    ['payment', payment.id, 'Shop'],
  ])
  expect(total).toBe(2)
})

test('a payout of an invoice above a cap waits in the list with its round, and money of an invoice without a payout among what is held', async () => {
  const own = await openShop({}, 4)
  const btc = await openChain(own.ctx, 'BTC')
  const invoice = await sentInvoice(own)
  const pay = async (units: bigint, tx: number) => {
    const at = own.ctx.clock.now()
    own.ctx.clock.advance(1_000)
    await btc.mine({ transfers: [output(invoice.paymentAddress ?? '', units, { tx })], at })
    await btc.mineEmpty(1)
  }
  await pay(166_667n, 1)
  await refundsOf(() => ({ shop: own, btc })).priceSpace()
  await signDue({ ...own.signer, velocityFloors: { hourCents: 1n, dayCents: 1n } })
  await pay(50_000n, 2)
  const desk = openDesk(own.ctx, { orm: own.ctx.orm, temporalUi: 'http://temporal.example', refundLinkDays: 30, lightningCapSats: 1_000n })
  const shown = {
    subject: 'invoice',
    id: invoice.id,
    businessName: 'Shop',
    asset: 'BTC',
    temporalUrl: `http://temporal.example/workflows/invoice%2F${invoice.id}`,
  }
  expect(await listPayouts(desk)).toMatchObject({
    waiting: [
      { ...shown, kind: 'unsigned', reason: 'above_velocity_cap', ending: 'release', round: { ref: invoice.id, leg: 0 }, isAlarm: false },
    ],
    total: 1,
  })
  expect(await payoutApprovalOf({ ref: invoice.id, leg: 0 }).find(desk.orm.em.fork())).toMatchObject({ subjectId: invoice.id })
  expect(await listHeldMoney(desk)).toMatchObject({
    waiting: [{ ...shown, kind: 'untaken', units: 50_000n, reason: 'late', ending: 'decision', round: null, commands: [] }],
    total: 1,
  })
  expect((await readOverview(desk)).counts).toMatchObject({ payouts: 1, heldMoney: 1 })
  await closeShop(own)
})
