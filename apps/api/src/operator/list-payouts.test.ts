import { releaseEscrow } from '@gateway/operations/escrows/decisions/release-escrow'
import { advanceDue } from '@gateway/operations/escrows/sweeps/advance-due'
import { openChain, output } from '@gateway/operations/testing/test-chain'
import { ADDRESS, escrowsOf, openEscrow } from '@gateway/operations/testing/test-escrows'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk } from './desk.ts'
import { listPayouts } from './list-payouts.ts'

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
