import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportCaughtUp } from '../../chainwatch/cursor/report-progress.ts'
import { openChain, output, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { gauges } from './register-metrics.ts'

let shop: TestShop
let eth: TestChain
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 2)
  eth = await openChain(shop.ctx, 'ETH')
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

/** The rows of a metric. */
async function figure(name: string): Promise<unknown> {
  const found = gauges.find((one) => one.name === name)
  return (await found?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
}

describe('the age of the finalized block', () => {
  const stalled = () => figure('finality_stalled_seconds')
  const minutes = (count: number) => shop.ctx.clock.advance(count * 60_000)
  /** A pass that finds no block, with the node's finalized height. */
  const look = (finalizedHeight: number | undefined) => {
    const since = shop.ctx.clock.now()
    return reportCaughtUp(shop.ctx, { lease: eth.lease, head: { height: 120, hash: 'head', finalizedHeight }, since, knownUntil: since })
  }

  test('grows while the finalized block stays the same, and only for chains that have one', async () => {
    await eth.mine({ finalized: 90 })
    minutes(20)
    await eth.mineEmpty(3)
    await look(90)
    minutes(11)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 31 * 60 }])
  })

  test('restarts from zero with every newly finalized block', async () => {
    await eth.mine({ finalized: 90 })
    minutes(20)
    await eth.mine({ finalized: 91 })
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 0 }])
    minutes(5)
    await look(92)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 0 }])
  })

  test('keeps growing while the node reports a lower finalized block or none', async () => {
    await eth.mine({ finalized: 90 })
    minutes(20)
    await look(80)
    await look(undefined)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 20 * 60 }])
  })

  test('keeps growing when the node reports the same finalized block again after a gap', async () => {
    await eth.mine({ finalized: 90 })
    minutes(20)
    await look(undefined)
    minutes(5)
    await look(90)
    minutes(7)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 32 * 60 }])
    await look(80)
    await look(85)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 32 * 60 }])
    await look(91)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 0 }])
  })

  test('counts from the first pass when no block was ever finalized', async () => {
    minutes(7)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 7 * 60 }])
  })
})

describe('payments that were confirmed', () => {
  const reorged = () => figure('payments_reorged')

  test('a reorged payment counts as awaited, and as lost once its deposit is proven spent', async () => {
    const [kept, lost] = [await shop.ask({ amount: 60, blockchain: 'BTC' }), await shop.ask({ amount: 60, blockchain: 'BTC' })]
    const deposits = [output(kept.address, 100_000n, { tx: 1 }), output(lost.address, 100_000n, { tx: 2 })]
    const [first] = deposits
    const inputs = [{ resource: 'coin', sequence: 0, txId: String(deposits[1]?.txId) }]
    await btc.mine({ transfers: deposits, inputs })
    expect(await reorged()).toEqual([awaited(0), gone(0)])
    await btc.rollBack()
    expect(await reorged()).toEqual([awaited(2), gone(0)])
    await btc.mine({ transfers: first ? [first] : [], inputs: [{ resource: 'coin', sequence: 0, txId: 'rival' }] })
    await btc.mineEmpty(1)
    expect(await reorged()).toEqual([awaited(1), gone(0)])
    await btc.showMempool()
    await btc.mineEmpty(6)
    expect(await reorged()).toEqual([awaited(0), gone(1)])
  })

  const awaited = (value: number) => ({ money: 'awaited', value })
  const gone = (value: number) => ({ money: 'lost', value })
})
