import { ChainUnavailable } from '@gateway/chains/errors'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { watchedRefundsOf } from '../../../testing/test-watched-refunds.ts'
import { coins, openChain, output, type TestChain, txOf } from '../../../testing/test-chain.ts'
import { PAYER } from '../../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../../testing/test-shop.ts'
import { refundWatcher } from './refund-watcher.ts'

const RECEIVED = 1_000_000n
const HALF = RECEIVED / 2n
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let shop: TestShop
beforeEach(async () => {
  shop = await openShop({}, 4)
})
afterEach(() => closeShop(shop))

const { start, stands, transfers, name, named } = watchedRefundsOf(() => shop)

/** Lets the scanner of a chain look for named transactions, with changes of its node. */
async function look({ lease, node }: TestChain, changes: Partial<ChainNode> = {}): Promise<void> {
  const cursor = await findCursor(shop.ctx.orm.em.fork(), lease)
  await refundWatcher.findNamed(shop.ctx, { lease, node: { ...node, ...changes }, height: cursor?.height ?? 0 })
}

describe('a transaction that a merchant names', () => {
  let btc: TestChain
  let payment: Payment
  beforeEach(async () => {
    btc = await openChain(shop.ctx, 'BTC')
    payment = await paid(1)
  })

  async function paid(tx: number): Promise<Payment> {
    shop.ctx.clock.advance(MINUTE_MS)
    const asked = await shop.ask({ amount: 600, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(asked.address, RECEIVED, { tx })] })
    await btc.mineEmpty(1)
    shop.ctx.clock.advance(MINUTE_MS)
    return asked
  }

  const pay = (units: bigint, tx: number) => btc.mine({ transfers: [output(PAYER, units, { tx })] })

  test('counts although its block is older than the address of the refund, and at once with its confirmations', async () => {
    await pay(HALF, 10)
    await btc.mineEmpty(1)
    shop.ctx.clock.advance(MINUTE_MS)
    const id = await start(payment, HALF, PAYER)
    await name(id, txOf(10))
    await look(btc)
    expect([await stands(id), await named(id)]).toEqual([['refunded', HALF], ['found']])
    expect((await shop.read(payment.id)).refundedUnits).toBe(HALF)
    expect((await shop.events(payment.id)).at(-1)).toBe('payment.refunded')
  })

  test('decides of which refund a transfer is that was asked about', async () => {
    const [first, second] = [await start(payment, 300_000n, PAYER), await start(payment, 400_000n, PAYER)]
    await pay(200_000n, 10)
    await name(second, txOf(10))
    await look(btc)
    await btc.mineEmpty(1)
    expect([await stands(first), await stands(second)]).toEqual([
      ['named', 0n],
      ['paying', 200_000n],
    ])
    expect(await transfers()).toMatchObject([{ refundId: second, state: 'final' }])
  })

  test('is looked for until a block has it, each time later', async () => {
    const id = await start(payment, HALF, PAYER)
    await name(id, txOf(10))
    await look(btc)
    await look(btc)
    const waiting = await tables(shop.ctx.orm.em.fork()).selectFrom('refund_transaction').selectAll().executeTakeFirstOrThrow()
    expect(waiting).toMatchObject({ state: 'waiting', looks: 1, lookAt: new Date(shop.ctx.clock.now().getTime() + MINUTE_MS / 2) })
    await pay(HALF, 10)
    expect([await stands(id), await named(id)]).toEqual([['paying', 0n], ['found']])
  })

  test('is refused after three days without a block that has it', async () => {
    const id = await start(payment, HALF, PAYER)
    await name(id, txOf(10))
    const since = shop.ctx.clock.now().getTime()
    for (let looks = 0; (await named(id))[0] === 'waiting' && looks < 100; looks++) {
      await look(btc)
      shop.ctx.clock.advance(HOUR_MS)
    }
    expect(await named(id)).toEqual(['not_found'])
    expect(shop.ctx.clock.now().getTime() - since).toBeGreaterThan(72 * HOUR_MS)
  })

  test('waits while its block is not read, and while the node has another block than the chain', async () => {
    await pay(HALF, 10)
    shop.ctx.clock.advance(MINUTE_MS)
    const id = await start(payment, HALF, PAYER)
    await name(id, txOf(10))
    await look(btc, { findHeight: async () => 1_000_000 })
    shop.ctx.clock.advance(HOUR_MS)
    const other = async (height: number) => {
      const block = await btc.node.readBlock(height)
      return block && { ...block, hash: 'another branch' }
    }
    await look(btc, { readBlock: other })
    expect([await stands(id), await named(id)]).toEqual([['named', 0n], ['waiting']])
    shop.ctx.clock.advance(HOUR_MS)
    await look(btc)
    expect(await named(id)).toEqual(['found'])
  })

  test('is refused when it is older than the payment', async () => {
    await pay(HALF, 10)
    const later = await paid(2)
    const id = await start(later, HALF, PAYER)
    await name(id, txOf(10))
    await look(btc)
    expect([await stands(id), await named(id)]).toEqual([['named', 0n], ['older_than_payment']])
  })

  test('is refused when it counts for another refund, or pays another address', async () => {
    const first = await start(payment, HALF, PAYER)
    await pay(HALF, 10)
    await btc.mineEmpty(1)
    const second = await start(payment, HALF, PAYER)
    await name(second, txOf(1))
    await name(second, txOf(10))
    await look(btc)
    expect([await stands(first), await stands(second)]).toEqual([
      ['refunded', HALF],
      ['named', 0n],
    ])
    expect(await named(second)).toEqual(['pays_something_else', 'counted_elsewhere'])
  })

  test('is looked for again once a reorg has taken it back', async () => {
    await pay(HALF, 10)
    shop.ctx.clock.advance(MINUTE_MS)
    const id = await start(payment, HALF, PAYER)
    await name(id, txOf(10))
    await look(btc)
    expect([await stands(id), await named(id)]).toEqual([['paying', 0n], ['found']])
    await btc.rollBack()
    expect([await stands(id), await named(id)]).toEqual([['named', 0n], ['waiting']])
    await pay(HALF, 10)
    await btc.mineEmpty(1)
    expect([await stands(id), await named(id)]).toEqual([['refunded', HALF], ['found']])
  })
})

describe('an internal transfer', () => {
  const WALLET = '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4'
  const SAFE = `0x${txOf(20)}`
  /** Each block is final at once. */
  const EVER = 1_000_000

  let eth: TestChain
  let payment: Payment
  let half: bigint
  beforeEach(async () => {
    eth = await openChain(shop.ctx, 'ETH')
    payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    half = payment.dueUnits / 2n
    await eth.mine({ transfers: [coins(payment.address, payment.dueUnits, { tx: 1 })] })
    await eth.mineEmpty(11)
    shop.ctx.clock.advance(MINUTE_MS)
  })

  /** A block with the transaction of a Safe, and the node's balances of the wallet before and after it. */
  async function mineSafe(gain: bigint, content: Parameters<TestChain['mine']>[0] = {}): Promise<Pick<ChainNode, 'readBalances'>> {
    const block = await eth.mine({ order: [SAFE], finalized: EVER, ...content })
    return { readBalances: async ({ blockHash }) => [blockHash === block.hash ? 7n + gain : 7n] }
  }

  test('counts as far as the balance of its block shows it and the refund is open', async () => {
    const id = await start(payment, half, WALLET)
    const part = await mineSafe(half / 4n)
    await name(id, SAFE)
    await look(eth, part)
    expect(await transfers()).toMatchObject([{ refundId: id, units: half / 4n, txId: SAFE }])
    await eth.mineEmpty(11)
    expect(await stands(id)).toEqual(['paying', half / 4n])
    const other = `0x${txOf(21)}`
    const more = await mineSafe(10n * half, { order: [other] })
    await name(id, other)
    await look(eth, more)
    await eth.mineEmpty(11)
    expect([await stands(id), (await shop.read(payment.id)).refundedUnits]).toEqual([['refunded', half], half])
  })

  test('is what a balance gained beside the transfers that its block shows', async () => {
    const id = await start(payment, half, WALLET)
    const balances = await mineSafe(half, { transfers: [coins(WALLET, half - half / 4n, { tx: 22 })] })
    await name(id, SAFE)
    await look(eth, balances)
    expect(new Set((await transfers()).map(({ units }) => units))).toEqual(new Set([half / 4n, half - half / 4n]))
    await eth.mineEmpty(11)
    expect(await stands(id)).toEqual(['refunded', half])
  })

  test('waits until its block is final, because a node near the head may answer from its next block', async () => {
    const id = await start(payment, half, WALLET)
    const balances = await mineSafe(half, { finalized: 1 })
    await name(id, SAFE)
    await look(eth, balances)
    expect([await named(id), await transfers()]).toEqual([['waiting'], []])
    await tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ finalizedHeight: EVER }).execute()
    shop.ctx.clock.advance(HOUR_MS)
    await look(eth, balances)
    expect([await named(id), (await transfers()).map(({ units }) => units)]).toEqual([['found'], [half]])
  })

  test('that was counted is not counted again by another transaction of its block', async () => {
    const id = await start(payment, half, WALLET)
    const other = `0x${txOf(25)}`
    const balances = await mineSafe(half / 2n, { order: [SAFE, other] })
    await name(id, SAFE)
    await look(eth, balances)
    await name(id, other)
    await look(eth, balances)
    expect([await named(id), (await transfers()).map(({ units }) => units)]).toEqual([['found', 'counted_elsewhere'], [half / 2n]])
  })

  test('counts for one refund of an address and a block', async () => {
    const [first, second] = [await start(payment, half, WALLET), await start(payment, half, WALLET)]
    const balances = await mineSafe(2n * half)
    await name(first, SAFE)
    await name(second, SAFE)
    await look(eth, balances)
    expect([...(await named(first)), ...(await named(second))].toSorted()).toEqual(['counted_elsewhere', 'found'])
    expect(await transfers()).toHaveLength(1)
  })

  test('is refused without a gain, and when its transaction has failed', async () => {
    const id = await start(payment, half, WALLET)
    const failed = `0x${txOf(23)}`
    const balances = await mineSafe(0n, { receipts: [{ txId: failed, succeeded: false, feeUnits: 1n }] })
    await name(id, SAFE)
    await name(id, failed)
    await look(eth, balances)
    expect([await named(id), await stands(id)]).toEqual([
      ['balance_does_not_show_it', 'failed'],
      ['named', 0n],
    ])
  })

  test('waits while the node does not tell the balance', async () => {
    const id = await start(payment, half, WALLET)
    await mineSafe(half)
    await name(id, SAFE)
    const readBalances = () => Promise.reject(new ChainUnavailable('ETH', 'it has pruned the block'))
    await expect(look(eth, { readBalances })).rejects.toThrow('it has pruned the block')
    expect(await named(id)).toEqual(['waiting'])
  })

  test('counts again in another block after a reorg', async () => {
    const id = await start(payment, half, WALLET)
    const balances = await mineSafe(half)
    await name(id, SAFE)
    await look(eth, balances)
    await eth.rollBack()
    expect([await stands(id), await named(id)]).toEqual([['named', 0n], ['waiting']])
    await eth.mineEmpty(1)
    await look(eth, await mineSafe(half))
    await eth.mineEmpty(11)
    expect([await stands(id), await named(id)]).toEqual([['refunded', half], ['found']])
    expect((await transfers()).map(({ state }) => state).toSorted()).toEqual(['final', 'gone'])
  })

  test('of a failed transaction that names the address directly counts for nothing', async () => {
    const id = await start(payment, half, WALLET)
    const direct = coins(WALLET, half, { tx: 24 })
    await eth.mine({ transfers: [direct], receipts: [{ txId: direct.txId, succeeded: false, feeUnits: 1n }] })
    await eth.mineEmpty(11)
    expect([await stands(id), await transfers()]).toEqual([['named', 0n], []])
  })
})
