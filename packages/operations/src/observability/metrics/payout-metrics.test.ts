import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signForward } from '../../testing/sign-forward.ts'
import { openChain, type TestChain, tokens } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { payoutMetrics } from './payout-metrics.ts'

let shop: TestShop
let eth: TestChain
beforeAll(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
})
afterAll(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())

/** The value of a metric for a chain. */
async function figure(name: string, of = 'ETH'): Promise<unknown> {
  const found = payoutMetrics.find((one) => one.name === name)
  return (await found?.query(shop.ctx.clock.now()).execute(db()))?.rows.find(({ chain }) => chain === of)?.value
}

async function signOne(tx: number): Promise<void> {
  const payment = await shop.ask({ amount: 60, blockchain: 'USDC_ETH' })
  await eth.mine({ transfers: [tokens(payment.address, 60_000_000n, { tx })] })
  await eth.mineEmpty(11)
  await signForward(shop.signer, { paymentId: payment.id })
}

test('counts transactions that wait for a nonce, and reports a gap only when a nonce is unused', async () => {
  for (const tx of [1, 2, 3]) await signOne(tx)
  expect([await figure('attempts_in_line'), await figure('signer_nonce_gap')]).toEqual([3, 0])
  const slot = await db().deleteFrom('nonce_slot').where('nonce', '=', 1n).returningAll().executeTakeFirstOrThrow()
  expect([await figure('attempts_in_line'), await figure('signer_nonce_gap')]).toEqual([3, 1])
  await db().insertInto('nonce_slot').values(slot).execute()
  expect(await figure('signer_nonce_gap')).toBe(0)
})

test('counts the free addresses of every chain with a pool, also when none is left', async () => {
  expect([await figure('pool_free_addresses', 'BTC'), await figure('pool_free_addresses')]).toEqual([1, undefined])
  await shop.ask({ amount: 60, blockchain: 'BTC' })
  expect(await figure('pool_free_addresses', 'BTC')).toBe(0)
})
