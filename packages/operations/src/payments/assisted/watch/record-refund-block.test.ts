import type { Payment } from '@gateway/domain/payments/payment'
import { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findRefundFacts } from '../../../chainwatch/scanner/find-refund-facts.ts'
import { watchedRefundsOf } from '../../../testing/test-watched-refunds.ts'
import { openChain, output, type TestChain } from '../../../testing/test-chain.ts'
import { PAYER } from '../../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../../testing/test-shop.ts'

let shop: TestShop
let btc: TestChain
let payment: Payment
beforeAll(async () => {
  shop = await openShop({}, 2)
  btc = await openChain(shop.ctx, 'BTC')
  payment = await shop.ask({ amount: 600, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, 1_000_000n, { tx: 1 })] })
  await btc.mineEmpty(5)
})
afterAll(() => closeShop(shop))

const { start } = watchedRefundsOf(() => shop)

/** The statements that are built while a block is read and recorded. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const built = vi.spyOn(EntityManager.prototype, 'getKysely')
  await work()
  const count = built.mock.calls.length
  built.mockRestore()
  return count
}

test('a block that pays no refund costs one query more, however many refunds are open', async () => {
  const stranger = output(wallets.platform.BTC, 5_000n, { tx: 20 })
  const before = await statementsOf(() => btc.mine({ transfers: [stranger] }))
  for (let at = 0; at < 10; at++) await start(payment, 10_000n, PAYER)
  expect(await statementsOf(() => btc.mine({ transfers: [{ ...stranger, ref: 'other:0', txId: 'other' }] }))).toBe(before)
  const block = await btc.mine({ transfers: [{ ...stranger, ref: 'third:0', txId: 'third' }] })
  expect(await statementsOf(() => findRefundFacts(shop.ctx, 'BTC', block))).toBe(1)
})
