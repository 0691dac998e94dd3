import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, type TestChain } from '../../testing/test-chain.ts'
import { escrowsOf, openEscrow } from '../../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { sweepEscrows } from './sweep-escrows.ts'

const HOUR_MS = 60 * 60_000

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop()
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { fund, read } = escrowsOf(() => ({ shop, btc }))
const sweep = () => sweepEscrows(shop.ctx, 2)
const open = async () => (await openEscrow(shop)).escrow
const stateOf = async ({ id }: { readonly id: string }) => (await read(id)).state
const pass = (hours: number) => shop.ctx.clock.advance(hours * HOUR_MS)
const readUpTo = (at: Date) =>
  tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: at }).where('chain', '=', 'BTC').execute()

test('escrows that wait for their halted chain hold up no escrow behind them', async () => {
  const waiting = [await open(), await open()]
  const behind = await open()
  await fund(behind)
  pass(24 + 73)
  await sweep()
  await sweep()
  expect(await stateOf(behind)).toBe('refunded')
  expect(await Promise.all(waiting.map(stateOf))).toEqual(['created', 'created'])
})

test('a sweep counts a lost timer of an escrow, once its chain is scanned', async () => {
  const escrow = await open()
  pass(25)
  expect(await sweep()).toBe(0)
  expect(await sweep()).toBe(0)
  await readUpTo(escrow.expiresAt)
  expect(await sweep()).toBe(1)
  expect(await stateOf(escrow)).toBe('expired')
  expect(await sweep()).toBe(0)
})
