import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disputeEscrow } from '../../escrows/decisions/dispute-escrow.ts'
import { openChain, type TestChain, tokens } from '../../testing/test-chain.ts'
import { ADDRESS, openEscrow } from '../../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { escrowMetrics } from './escrow-metrics.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

let shop: TestShop
let eth: TestChain
beforeAll(async () => {
  shop = await openShop()
  eth = await openChain(shop.ctx, 'ETH')
})
afterAll(() => closeShop(shop))

const days = (count: number): void => shop.ctx.clock.advance(count * DAY_MS)

async function figure(name: string): Promise<unknown> {
  const found = escrowMetrics.find((one) => one.name === name)
  return (await found?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
}

test('a dispute counts two days before its deadline, and a contract with money a week before anybody can refund it', async () => {
  const { escrow, tokens: secrets } = await openEscrow(shop, {
    chain: 'USDC_ETH',
    amount: 50,
    depositor_address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
    beneficiary_address: '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0',
  })
  await eth.mine({ transfers: [tokens(escrow.address, 50_000_000n, { tx: 1 })] })
  await eth.mineEmpty(12)
  await disputeEscrow(shop.ctx, { id: escrow.id, token: secrets.releaseToken, address: ADDRESS, reason: 'nothing came' })
  expect(await figure('escrow_disputes_near_deadline')).toEqual([{ value: 0 }])
  days(12)
  expect(await figure('escrow_disputes_near_deadline')).toEqual([{ value: 1 }])
  // The contract's deadline is 60 days after the expiry, which is a day after the creation.
  days(41)
  expect(await figure('escrow_contracts_near_deadline')).toEqual([])
  days(1)
  expect(await figure('escrow_contracts_near_deadline')).toEqual([{ chain: 'ETH', value: 1 }])
})
