import { ChainUnavailable } from '@gateway/chains/errors'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payoutMetrics } from '../../observability/metrics/payout-metrics.ts'
import { listHeld } from '../../payments/held/list-held.ts'
import { coins, flushed, openChain, subjects, type TestChain, THIRD_PARTY, txOf } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { freshScans, scanBalances } from '../internal-transfers/scan-balances.ts'
import { rescanBlocks } from '../scanner/rescan-blocks.ts'

let shop: TestShop
let eth: TestChain
let payment: Payment
let due: bigint
let half: bigint
/** Of the address of the payment, by the hash of the block. */
let balances: Map<string, bigint>
/** Whether the node keeps the state of a block. */
let keeps: (blockHash: string) => boolean
let asked: string[]
let alarms: Record<string, unknown>[]
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  ;[balances, keeps, asked, alarms] = [new Map(), () => true, [], []]
  const readBalances: ChainNode['readBalances'] = async ({ addresses, blockHash }) => {
    if (!keeps(blockHash)) throw new ChainUnavailable('ETH', 'missing trie node')
    asked.push(blockHash)
    return addresses.map((address) =>
      address.toLowerCase() === payment?.address.toLowerCase() ? (balances.get(blockHash) ?? 0n) : 10n ** 18n,
    )
  }
  Object.assign(eth.node, { readBalances })
  Object.assign(shop.ctx, { log: { ...shop.ctx.log, error: (fields: Record<string, unknown>) => void alarms.push(fields) } })
  payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  await eth.fundTreasury(shop.gasPayer)
  due = payment.dueUnits
  half = due / 2n
  asked = []
})
afterEach(() => closeShop(shop))

/** A log of the native coin that a node writes, as on Polygon. */
const logged = (units: bigint, at: { tx: number; log?: number }): Transfer => {
  const { needsReceipt: _ofOwnValue, ...transfer } = coins(payment.address, units, at)
  return { ...transfer, logIndex: at.log ?? 0 }
}
const pays = (units: bigint, tx = 1): Transfer => coins(payment.address, units, { tx })
const flushOf = (units: bigint) =>
  flushed(payment.address, { asset: 'ETH', merchantUnits: units - units / 100n, feeUnits: units / 100n }, THIRD_PARTY)

/** Mines a block after which the address has this balance. */
async function mine(hash: string, balance: bigint, content: Parameters<TestChain['mine']>[0] = {}): Promise<number> {
  balances.set(hash, balance)
  return (await eth.mine({ ...content, hash })).height
}

/** Looks at the newest block as if it were final. */
async function look(): Promise<void> {
  const cursor = await findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' })
  if (!cursor) throw new Error('the chain has no cursor')
  const scan = { lease: eth.lease, node: eth.node, subjects, sweep: freshScans() }
  await scanBalances(shop.ctx, scan, Object.assign(cursor, { finalizedHeight: cursor.height }))
}

const held = async () => (await listHeld(shop.ctx)).map(({ reason, amount }) => [reason, amount])
const read = () => shop.read(payment.id)
const refs = async () =>
  (
    await tables(shop.ctx.orm.em.fork())
      .selectFrom('deposit')
      .select(['ref', 'state'])
      .where('subjectId', '=', payment.id)
      .orderBy('ref')
      .execute()
  )
    .filter(({ state }) => state === 'included')
    .map(({ ref }) => ref)
const outcomes = async () =>
  (await tables(shop.ctx.orm.em.fork()).selectFrom('unproven_transfer').select(['reason', 'outcome']).orderBy('ref').execute()).map(
    ({ reason, outcome }) => [reason, outcome],
  )
const figure = async () =>
  (
    await payoutMetrics
      .find(({ name }) => name === 'transfers_unproven')
      ?.query(shop.ctx.clock.now())
      .execute(tables(shop.ctx.orm.em.fork()))
  )?.rows

describe('a block that shows more than the address gained', () => {
  beforeEach(async () => void (await mine('twice', half, { transfers: [logged(half, { tx: 1 }), logged(half, { tx: 1, log: 1 })] })))

  test('counts for nothing, is listed as held, and raises an alarm', async () => {
    expect(await read()).toMatchObject({ state: 'pending', receivedUnits: 0n })
    expect(await refs()).toEqual([])
    expect(await held()).toEqual([['above_balance_gain', expect.stringMatching(/^0\.\d+$/)]])
    expect(alarms).toMatchObject([{ alarm: 'deposit_unproven', chain: 'ETH', paymentId: payment.id, units: String(2n * half) }])
    expect(await figure()).toEqual([{ chain: 'ETH', value: 2 }])
    await eth.mineEmpty(20)
    expect(await read()).toMatchObject({ state: 'pending', receivedUnits: 0n })
    expect(Object.keys(await shop.book()).filter((account) => account.includes('chain:deposit'))).toEqual([])
  })

  test('counts as what the address holds in a final block, and no more is held', async () => {
    await look()
    expect(await read()).toMatchObject({ state: 'pending', receivedUnits: half, exceptions: ['underpaid'] })
    expect(await held()).toEqual([])
    expect(await outcomes()).toEqual([
      ['above_balance_gain', 'refuted'],
      ['above_balance_gain', 'refuted'],
    ])
    expect(alarms).toHaveLength(1)
    expect(await figure()).toEqual([{ chain: 'ETH', value: 2 }])
    shop.ctx.clock.advance(25 * 60 * 60_000)
    expect(await figure()).toEqual([])
  })

  test('is refuted by a flush of exactly what was planned', async () => {
    await mine('paid', half + due, { transfers: [pays(due, 2)] })
    await eth.mineEmpty(11)
    const height = await mine('flushed', 0n, { flushes: [flushOf(due)] })
    await eth.mineEmpty(1, height)
    expect(await read()).toMatchObject({ state: 'forwarded', receivedUnits: due })
    expect((await outcomes()).map(([, outcome]) => outcome)).toEqual(['refuted', 'refuted'])
    expect(await held()).toEqual([])
  })

  test('is settled at the amount of a flush by a third party', async () => {
    const height = await mine('flushed', 0n, { flushes: [flushOf(half)] })
    await eth.mineEmpty(1, height)
    expect(await read()).toMatchObject({ receivedUnits: half })
    expect(await held()).toEqual([])
    expect(alarms.map(({ alarm }) => alarm)).toEqual(['deposit_unproven'])
  })

  test('is forgotten with its block, and read again in the next', async () => {
    await eth.rollBack()
    expect(await held()).toEqual([])
    await mine('once', half, { transfers: [logged(half, { tx: 1 })] })
    expect(await read()).toMatchObject({ receivedUnits: half })
  })
})

describe('a block that shows what the address gained', () => {
  test('counts at once, for two calls, however many transfers it has', async () => {
    await mine('honest', due, { transfers: [pays(half), logged(due - half, { tx: 2 })] })
    expect(asked).toEqual([expect.any(String), 'honest'])
    expect(await read()).toMatchObject({ state: 'detected', receivedUnits: due })
    await mine('empty', due)
    expect(asked).toHaveLength(2)
  })

  test('counts beside a flush of the same block, which took what lay there before', async () => {
    await mine('first', half, { transfers: [pays(half)] })
    await mine('second', due - half, { transfers: [pays(due - half, 2)], flushes: [flushOf(half)] })
    expect(await read()).toMatchObject({ state: 'detected', receivedUnits: due })
    expect(alarms).toEqual([])
  })

  test('does not count beside a flush that left nothing of it: coins sent to a contract that ended in the same transaction', async () => {
    await mine('first', half, { transfers: [pays(half)] })
    const order = [THIRD_PARTY, `0x${txOf(2)}`]
    await mine('burnt', 0n, { transfers: [logged(half, { tx: 2 })], flushes: [flushOf(half)], order })
    expect(await read()).toMatchObject({ state: 'pending', receivedUnits: half })
    expect(await held()).toMatchObject([['above_balance_gain', expect.anything()]])
    await look()
    expect(await read()).toMatchObject({ state: 'pending', receivedUnits: half })
    expect(await held()).toEqual([])
  })
})

describe('a block whose balances the node does not tell', () => {
  beforeEach(async () => {
    keeps = (blockHash) => blockHash !== 'pruned'
    await mine('pruned', due, { transfers: [pays(due)], at: new Date(shop.ctx.clock.now().getTime() - 60_000) })
  })

  test('stops nothing, and its transfers wait', async () => {
    await eth.mineEmpty(20)
    expect(await read()).toMatchObject({ state: 'pending', receivedUnits: 0n })
    expect(await held()).toMatchObject([['balance_unread', expect.anything()]])
    expect(alarms).toEqual([])
    expect(await figure()).toEqual([])
  })

  test('counts as any other once a final block holds the amount, with its own transaction and time', async () => {
    await mine('final', due)
    await look()
    expect(await read()).toMatchObject({ state: 'detected', receivedUnits: due, txId: `0x${txOf(1)}` })
    expect(await refs()).toEqual([`0x${txOf(1)}:native`])
    expect(await held()).toEqual([])
    expect(await outcomes()).toEqual([['balance_unread', 'recorded']])
    await eth.mineEmpty(11)
    expect(await read()).toMatchObject({ state: 'confirmed' })
    await look()
    expect(await read()).toMatchObject({ receivedUnits: due })
  })

  test('is refuted with an alarm when a final block holds less, which counts', async () => {
    await mine('final', half)
    await look()
    expect(await read()).toMatchObject({ state: 'pending', receivedUnits: half })
    expect(await held()).toEqual([])
    expect(alarms).toMatchObject([{ alarm: 'deposit_unproven', units: String(due) }])
    expect(await outcomes()).toEqual([['balance_unread', 'refuted']])
  })

  test('is proven by a final flush of the amount', async () => {
    const height = await mine('flushed', 0n, { flushes: [flushOf(due)] })
    await eth.mineEmpty(1, height)
    expect(await refs()).toEqual([`0x${txOf(1)}:native`])
    expect(await held()).toEqual([])
    expect(alarms).toEqual([])
    await eth.mineEmpty(12)
    expect(await read()).toMatchObject({ state: 'forwarded', receivedUnits: due })
  })

  test('is a deposit once a rescan proves it, and known deposits wait for no proof in a rescan', async () => {
    keeps = () => true
    const block = { height: 0, hash: 'pruned', transfers: [pays(due)] }
    const cursor = await findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' })
    const height = cursor?.height ?? 0
    const parent = await tables(shop.ctx.orm.em.fork())
      .selectFrom('chain_block')
      .select(['hash', 'height', 'at'])
      .orderBy('height')
      .execute()
    const hashes = new Map(parent.map((one) => [one.height, one.hash]))
    const readBlock: ChainNode['readBlock'] = async (at) => ({
      height: at,
      hash: hashes.get(at) ?? `block-${at}`,
      parentHash: hashes.get(at - 1) ?? '',
      at: new Date(),
      txIds: at === height ? [`0x${txOf(1)}`] : [],
      transfers: at === height ? block.transfers : [],
      inputs: [],
      flushes: [],
    })
    const rescan = { node: { ...eth.node, readBlock }, subjects, by: 'operator:anna', from: height, to: height }
    expect(await rescanBlocks(shop.ctx, rescan)).toMatchObject({ found: 1 })
    expect(await outcomes()).toEqual([['balance_unread', 'recorded']])
    expect(await read()).toMatchObject({ receivedUnits: due })
    keeps = () => false
    expect(await rescanBlocks(shop.ctx, rescan)).toMatchObject({ found: 0 })
    expect(await held()).toEqual([])
  })
})
