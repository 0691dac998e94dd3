import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noteCaughtUp } from '../chainwatch/note-progress.ts'
import { openChain, type TestChain } from '../test-chain.ts'
import { closeShop, openShop, type TestShop } from '../test-shop.ts'
import { figures } from './register-figures.ts'

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

/** What Prometheus is told. */
async function figure(name: string): Promise<unknown> {
  const found = figures.find((one) => one.name === name)
  return (await found?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
}

describe('the age of what a chain calls final', () => {
  const stalled = () => figure('finality_stalled_seconds')
  const minutes = (count: number) => shop.ctx.clock.advance(count * 60_000)
  /** A pass that finds no block, and what the node calls final now. */
  const look = (finalizedHeight: number | undefined) => {
    const since = shop.ctx.clock.now()
    return noteCaughtUp(shop.ctx, { lease: eth.lease, head: { height: 120, hash: 'head', finalizedHeight }, since, knownUntil: since })
  }

  test('grows while the tag stands still, however many blocks come, and only for chains that have one', async () => {
    await eth.mine({ finalized: 90 })
    minutes(20)
    await eth.mineEmpty(3)
    await look(90)
    minutes(11)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 31 * 60 }])
  })

  test('starts anew with every block that becomes final', async () => {
    await eth.mine({ finalized: 90 })
    minutes(20)
    await eth.mine({ finalized: 91 })
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 0 }])
    minutes(5)
    await look(92)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 0 }])
  })

  test('grows on while the node calls less final, or nothing at all', async () => {
    await eth.mine({ finalized: 90 })
    minutes(20)
    await look(80)
    await look(undefined)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 20 * 60 }])
  })

  test('counts from the first reading where nothing was ever final', async () => {
    minutes(7)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 7 * 60 }])
  })
})
