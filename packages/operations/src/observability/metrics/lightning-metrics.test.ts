import { saveLightningCap, saveLightningFunds } from '@gateway/db/lightning/funds-queries'
import { tables } from '@gateway/db/tables'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableWallet } from '../../lightning/wallets/enable-wallet.ts'
import { lightningRows } from '../../testing/test-lightning-rows.ts'
import { openShop, type TestShop } from '../../testing/test-shop.ts'
import { lightningMetrics } from './lightning-metrics.ts'

let shop: TestShop
let wallet: LightningWallet
beforeAll(async () => {
  shop = await openShop()
  wallet = (await enableWallet(shop.ctx, { actor: shop.actor, wish: { walletId: 'till' } })).seen.wallet
})
afterAll(() => shop.ctx.close())

async function figure(name: string): Promise<unknown> {
  const found = lightningMetrics.find((one) => one.name === name)
  return (await found?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
}

test('nothing is said of a node where Lightning is not served', async () => {
  expect(await figure('lightning_node_unread_seconds')).toEqual([])
  expect(await figure('lightning_above_cap_sats')).toEqual([])
  expect(await figure('lightning_send_oldest_age_seconds')).toEqual([{ value: 0 }])
})

test('what the node holds on our side of its channels is compared with the cap, once the role that pays has named one', async () => {
  const held = { localMsat: 5_000_000n, unsettledLocalMsat: 3_000_000n, pendingLocalMsat: 2_000_999n, remoteMsat: 9_000_000n }
  await saveLightningFunds(shop.ctx.orm.em.fork(), { ...held, owedMsat: 0n, asOf: shop.ctx.clock.now() })
  shop.ctx.clock.advance(121_000)
  expect(await figure('lightning_node_unread_seconds')).toEqual([{ value: 121 }])
  expect(await figure('lightning_above_cap_sats')).toEqual([])
  const above = async (capSats: bigint) => {
    await saveLightningCap(shop.ctx.orm.em.fork(), { capSats })
    return figure('lightning_above_cap_sats')
  }
  expect(await above(10_000n)).toEqual([{ value: 0 }])
  expect(await above(9_999n)).toEqual([{ value: 1 }])
})

test('sends that a pause or a limit keeps from the node are counted, and the oldest send without an end has an age', async () => {
  const { add, attempt } = lightningRows(shop, wallet)
  const problems = ['paused:file', 'paused:lightning', 'lightning_hot_balance', 'in_flight', 'unknown']
  for (const lastProblem of problems) await attempt(await add({ direction: 'outgoing' }), { calls: 0, lastProblem })
  await attempt(await add({ direction: 'outgoing', state: 'failed' }), { calls: 0, lastProblem: 'paused:file' })
  await add({ direction: 'incoming' })
  expect(await figure('lightning_sends_held')).toEqual([
    { reason: 'limit', value: 1 },
    { reason: 'paused', value: 2 },
  ])
  // Each row is a second younger than the one before.
  expect(await figure('lightning_send_oldest_age_seconds')).toEqual([{ value: 6 }])
})
