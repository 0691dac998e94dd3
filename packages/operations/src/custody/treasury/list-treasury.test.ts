import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listChainProgress } from '../../chainwatch/cursor/list-chain-progress.ts'
import { openChain, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { listTreasury } from './list-treasury.ts'

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop({}, 3)
  eth = await openChain(shop.ctx, 'ETH')
})
afterEach(() => closeShop(shop))

const levelOf = async (chain: string) => (await listTreasury(shop.ctx)).find((level) => level.chain === chain)

test('a funded gas payer is shown with its address, what the ledger says it holds, and its marks', async () => {
  expect(await levelOf('ETH')).toMatchObject({ addresses: [], balances: [], gas: { isLow: true } })
  await eth.fundTreasury(shop.gasPayer)
  const level = await levelOf('ETH')
  expect(level?.addresses).toEqual([shop.gasPayer.toLowerCase()])
  expect(level?.balances).toEqual([{ asset: 'ETH', units: 10n ** 18n }])
  expect(level?.gas).toEqual({
    lowUnits: 5n * 10n ** 16n,
    highUnits: 5n * 10n ** 18n,
    neededUnits: 0n,
    isLow: false,
    isHigh: false,
  })
})

test('a chain of outputs has no gas payer, and its pool is low below two hundred addresses', async () => {
  expect(await levelOf('BTC')).toMatchObject({ gas: null, pool: { free: 3, low: 200, isLow: true } })
})

test('the progress of a chain shows cursor, head and problem', async () => {
  const at = shop.ctx.clock.now()
  await tables(shop.ctx.orm.em.fork())
    .updateTable('chain_cursor')
    .set((row) => ({ headHeight: row('height', '+', 4), problem: 'the node does not answer', problemSince: at }))
    .where('chain', '=', 'ETH')
    .execute()
  const [progress] = await listChainProgress({ ...shop.ctx, temporalUi: 'https://temporal.example' })
  expect(progress).toMatchObject({ chain: 'ETH', problem: 'the node does not answer', problemSince: at })
  expect((progress?.headHeight ?? 0) - (progress?.height ?? 0)).toBe(4)
  expect(progress?.temporalUrl).toBe('https://temporal.example/workflows/chain-scanner%2FETH')
})
