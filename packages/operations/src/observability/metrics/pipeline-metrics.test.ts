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

/** What Prometheus is told. */
async function figure(name: string): Promise<unknown> {
  const found = gauges.find((one) => one.name === name)
  return (await found?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
}

describe('the age of what a chain calls final', () => {
  const stalled = () => figure('finality_stalled_seconds')
  const minutes = (count: number) => shop.ctx.clock.advance(count * 60_000)
  /** A pass that finds no block, and what the node calls final now. */
  const look = (finalizedHeight: number | undefined) => {
    const since = shop.ctx.clock.now()
    return reportCaughtUp(shop.ctx, { lease: eth.lease, head: { height: 120, hash: 'head', finalizedHeight }, since, knownUntil: since })
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

  test('grows on when the node, after it has told nothing for a while, calls the same block final as before', async () => {
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

  test('counts from the first reading where nothing was ever final', async () => {
    minutes(7)
    expect(await stalled()).toEqual([{ chain: 'ETH', value: 7 * 60 }])
  })
})

describe('payments that were confirmed', () => {
  const reorged = () => figure('payments_reorged')

  test('are counted while a reorganisation keeps their money from the book, and as lost once it is proven spent', async () => {
    const [kept, lost] = [await shop.ask({ amount: 60, blockchain: 'BTC' }), await shop.ask({ amount: 60, blockchain: 'BTC' })]
    const deposits = [output(kept.address, 100_000n, { tx: 1 }), output(lost.address, 100_000n, { tx: 2 })]
    const [first] = deposits
    const binds = [{ bind: 'coin:0', txId: String(deposits[1]?.txId) }]
    await btc.mine({ transfers: deposits, binds })
    expect(await reorged()).toEqual([awaited(0), gone(0)])
    await btc.rollBack()
    expect(await reorged()).toEqual([awaited(2), gone(0)])
    await btc.mine({ transfers: first ? [first] : [], binds: [{ bind: 'coin:0', txId: 'rival' }] })
    await btc.mineEmpty(1)
    expect(await reorged()).toEqual([awaited(1), gone(0)])
    await btc.showMempool()
    await btc.mineEmpty(6)
    expect(await reorged()).toEqual([awaited(0), gone(1)])
  })

  const awaited = (value: number) => ({ money: 'awaited', value })
  const gone = (value: number) => ({ money: 'lost', value })
})
