import { ChainUnavailable } from '@gateway/chains/errors'
import type { ChainNode } from '@gateway/chains/rail'
import { findCursor } from '@gateway/db/chainwatch/queries'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expirePayment } from '../../payments/endings/expire-payment.ts'
import { signForward } from '../../payments/forwarding/sign-forward.ts'
import { attemptsOf, coins, flushed, openChain, subjects, type TestChain } from '../../testing/test-chain.ts'
import { legsOf } from '../../testing/test-legs.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { freshScans, scanBalances, type BalanceScans } from './scan-balances.ts'

let shop: TestShop
let eth: TestChain
let balances: Map<string, bigint>
let asked: { blockHash: string; addresses: string[] }[]
let rounds: BalanceScans
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.relayer)
  ;[balances, asked, rounds] = [new Map(), [], freshScans()]
})
afterEach(() => closeShop(shop))

/** Looks as the scanner does when blocks up to a height are final; the node answers with `balances`, and something may happen meanwhile. */
async function look(finalizedHeight: number, meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  const cursor = await findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' })
  if (!cursor) throw new Error('the chain has no cursor')
  const readBalances: ChainNode['readBalances'] = async ({ addresses, blockHash }) => {
    asked.push({ blockHash, addresses: [...addresses] })
    await meanwhile()
    return addresses.map((address) => balances.get(address) ?? 0n)
  }
  const scan = { lease: eth.lease, node: { ...eth.node, readBalances }, subjects, sweep: rounds }
  await scanBalances(shop.ctx, scan, Object.assign(cursor, { finalizedHeight }))
}

/** Looks at the chain's last block as if it were final, and at none that was passed over. */
async function sweep(meanwhile?: () => Promise<unknown>): Promise<void> {
  const cursor = await findCursor(shop.ctx.orm.em.fork(), { chain: 'ETH' })
  const height = cursor?.height ?? 0
  if (rounds.block && rounds.block.height < height - 1) rounds.block = undefined
  await look(height, meanwhile)
}

const depositsOf = (payment: Payment) =>
  tables(shop.ctx.orm.em.fork())
    .selectFrom('deposit')
    .select(['units', 'height'])
    .where('subjectId', '=', payment.id)
    .orderBy('id')
    .execute()

test('coins sent from within a contract pay their payment like any others, once', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height } = await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  await sweep()
  expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', receivedUnits: payment.dueUnits, includedHeight: height })
  await sweep()
  await eth.mineEmpty(11)
  await sweep()
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height }])
  expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', exceptions: [] })
})

test('balances are those of a final block: what a node takes out of its next block is never counted beside it', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height, hash } = await eth.mine()
  await look(height - 1)
  asked.splice(0)
  await look(height - 1)
  expect(asked).toEqual([])
  const next = await eth.mine({ transfers: [coins(payment.address, payment.dueUnits, { tx: 1 })] })
  await look(height)
  expect(asked.map(({ blockHash }) => blockHash)).toEqual([hash])
  balances.set(payment.address, payment.dueUnits)
  await look(next.height)
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height: next.height }])
})

test('what came and left in blocks that are not final yet is neither missing nor a surplus in the final one', async () => {
  const alarms: object[] = []
  vi.spyOn(shop.ctx.log, 'error').mockImplementation((fields) => void alarms.push(fields))
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const half = payment.dueUnits / 2n
  const { height } = await eth.mine({ transfers: [coins(payment.address, half, { tx: 1 })] })
  await eth.mine({
    flushes: [flushed(payment.address, { asset: 'ETH', merchantUnits: half - half / 100n, feeUnits: half / 100n }, '0xpayer')],
  })
  await eth.mine({ transfers: [coins(payment.address, half, { tx: 2 })] })
  balances.set(payment.address, half)
  await look(height)
  balances.set(payment.address, 0n)
  await look(height + 1)
  expect(await depositsOf(payment)).toHaveLength(2)
  expect(alarms).toEqual([])
})

test('the first look is at the newest final block on a chain of few blocks too', async () => {
  const db = tables(shop.ctx.orm.em.fork())
  await db.deleteFrom('chain_block').where('chain', '=', 'ETH').execute()
  await db.updateTable('chain_cursor').set({ height: 5 }).where('chain', '=', 'ETH').execute()
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height } = await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  await look(height)
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height: 6 }])
})

test('blocks that become final together are looked at one after the other, so that coins have the time of their block', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const first = await eth.mine()
  await look(first.height)
  shop.ctx.clock.advance(60_000)
  const second = await eth.mine()
  shop.ctx.clock.advance(60_000)
  const third = await eth.mine()
  asked.splice(0)
  balances.set(payment.address, payment.dueUnits)
  for (let pass = 0; pass < 3; pass++) await look(third.height)
  expect(asked.map(({ blockHash }) => blockHash)).toEqual([second.hash, third.hash])
  const db = tables(shop.ctx.orm.em.fork())
  const deposits = await db.selectFrom('deposit').select(['height', 'arrivedAt']).where('subjectId', '=', payment.id).execute()
  expect(deposits).toEqual([{ height: second.height, arrivedAt: second.at }])
})

test('coins that a final payout has counted are not counted again when the block in which they came is looked at after it', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const half = payment.dueUnits / 2n
  const { height } = await eth.mine()
  const flushes = [flushed(payment.address, { asset: 'ETH', merchantUnits: half - half / 100n, feeUnits: half / 100n }, '0xpayer')]
  const paidOut = await eth.mine({ flushes })
  await eth.mineEmpty(1, paidOut.height)
  expect(await depositsOf(payment)).toEqual([{ units: half, height: paidOut.height }])
  balances.set(payment.address, half)
  await look(height)
  expect(await depositsOf(payment)).toEqual([{ units: half, height: paidOut.height }])
})

test('coins that were found are not found again at an earlier block, when a node calls less final than another one did', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height } = await eth.mine()
  await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  await look(height + 1)
  rounds = freshScans()
  await look(height)
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height: height + 1 }])
})

test('coins that came in the window pay whatever their price is by now, also when their block is final only after it', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height } = await eth.mine()
  shop.ctx.clock.set(payment.expiresAt)
  await eth.mineEmpty(11)
  await tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  expect(await expirePayment(shop.ctx, { paymentId: payment.id })).toEqual({ outcome: 'expired' })
  balances.set(payment.address, payment.dueUnits)
  await look(height)
  expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', lateVerdict: null, receivedUnits: payment.dueUnits })
})

test('coins that are recorded while balances are read, as by a look at old blocks, are not recorded a second time', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height, hash } = await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  const record = `INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at)
    VALUES ('again', 'ETH', 'again', 'again', '${payment.address}', 'payment', '${payment.id}', 'ETH', ${payment.dueUnits}, 'included', ${height}, '${hash}', now()) ON CONFLICT DO NOTHING`
  await sweep(() => shop.ctx.orm.em.fork().getConnection().execute(record))
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height }])
  await shop.ctx.orm.em.fork().getConnection().execute("DELETE FROM deposit WHERE id = 'again'")
})

test('a page of addresses that the node did not answer for is asked for again, and not passed over', async () => {
  await shop.ask({ amount: 50, blockchain: 'ETH' })
  await eth.mine()
  const before = { ...rounds, open: '00000000-0000-0000-0000-000000000001' }
  Object.assign(rounds, before)
  await expect(sweep(() => Promise.reject(new ChainUnavailable('ETH', 'it is away')))).rejects.toThrow(ChainUnavailable)
  expect(rounds).toEqual(before)
  await sweep()
  expect(rounds.open).toBe(freshScans().open)
})

test('only what no block tells of is found: deposits that were seen and payouts that were made are known', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const half = payment.dueUnits / 2n
  await eth.mine({ transfers: [coins(payment.address, half, { tx: 1 })] })
  balances.set(payment.address, half)
  await sweep()
  expect(await depositsOf(payment)).toHaveLength(1)
  await eth.mine()
  balances.set(payment.address, half + 3n)
  await sweep()
  expect((await shop.read(payment.id)).receivedUnits).toBe(half + 3n)
  await eth.mine({ flushes: [flushed(payment.address, { asset: 'ETH', merchantUnits: half + 3n, feeUnits: 0n }, '0xstranger')] })
  balances.set(payment.address, 0n)
  await sweep()
  expect(await depositsOf(payment)).toHaveLength(2)
})

test('coins that left before anybody saw them come are counted once, when their payout is final, and at the time of its block', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const half = payment.dueUnits / 2n
  const mined = shop.ctx.clock.now()
  const flushes = [flushed(payment.address, { asset: 'ETH', merchantUnits: half - half / 100n, feeUnits: half / 100n }, '0xpayer')]
  const { height } = await eth.mine({ flushes })
  await sweep()
  expect(await depositsOf(payment)).toEqual([])
  shop.ctx.clock.advance(60_000)
  await eth.mineEmpty(1, height)
  await sweep()
  expect(await depositsOf(payment)).toEqual([{ units: half, height }])
  expect((await shop.read(payment.id)).receivedUnits).toBe(half)
  const [deposit] = await tables(shop.ctx.orm.em.fork())
    .selectFrom('deposit')
    .select('arrivedAt')
    .where('subjectId', '=', payment.id)
    .execute()
  expect(deposit?.arrivedAt).toEqual(mined)
})

test('what is left of a payment whose first part left unseen is forwarded by itself', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const half = payment.dueUnits / 2n
  const paidOut = (units: bigint) => ({ asset: 'ETH' as const, merchantUnits: units - units / 100n, feeUnits: units / 100n })
  const first = await eth.mine({ flushes: [flushed(payment.address, paidOut(half), '0xpayer')] })
  await eth.mineEmpty(1, first.height)
  await eth.mine({ transfers: [coins(payment.address, half, { tx: 2 })] })
  balances.set(payment.address, half)
  await sweep()
  await eth.mineEmpty(11)
  expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: payment.dueUnits })
  await signForward(shop.signer, { paymentId: payment.id })
  await eth.send()
  const attempt = (await attemptsOf(shop.ctx)).at(-1)
  const { height } = await eth.mine({
    attempts: attempt ? [attempt] : [],
    flushes: [flushed(payment.address, paidOut(half), attempt?.handle ?? '')],
  })
  await eth.mineEmpty(1, height)
  expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: payment.dueUnits })
})

test('coins that come after a payout are found by themselves, whatever left with it', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  await eth.mine({ flushes: [flushed(payment.address, { asset: 'ETH', merchantUnits: 70n, feeUnits: 0n }, '0xpayer')] })
  await eth.mine()
  balances.set(payment.address, 5n)
  await sweep()
  expect((await depositsOf(payment)).map(({ units }) => units)).toEqual([5n])
})

test('what was found in a block that is orphaned is gone with it, and found again where it is', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  await sweep()
  await eth.rollBack()
  expect((await shop.read(payment.id)).receivedUnits).toBe(0n)
  await eth.mine()
  await eth.mine()
  await sweep()
  expect(await shop.read(payment.id)).toMatchObject({ state: 'detected', receivedUnits: payment.dueUnits })
})

describe('coins without a trace that a reorganisation has taken', () => {
  const legs = () => legsOf(shop.ctx)
  const paidOut = (units: bigint) => ({ asset: 'ETH' as const, merchantUnits: units - units / 100n, feeUnits: units / 100n })
  /** Mines the flush that was signed last, and makes it final. */
  const flush = async (payment: Payment) => {
    const attempt = (await attemptsOf(shop.ctx)).at(-1)
    const flushes = [flushed(payment.address, paidOut(payment.dueUnits), attempt?.handle ?? '')]
    const { height } = await eth.mine({ attempts: attempt ? [attempt] : [], flushes })
    balances.set(payment.address, 0n)
    await eth.mineEmpty(1, height)
  }
  /** A confirmed payment whose coins were found at once or in halves. */
  const confirmed = async (parts: 1n | 2n) => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    await eth.mine()
    if (parts === 2n) {
      balances.set(payment.address, payment.dueUnits / 2n)
      await sweep()
      await eth.mine()
    }
    balances.set(payment.address, payment.dueUnits)
    await sweep()
    await eth.mineEmpty(11)
    return payment
  }

  test('and that are found in a later block are the same deposit, and what was signed for them pays them', async () => {
    const payment = await confirmed(1n)
    await signForward(shop.signer, { paymentId: payment.id })
    await eth.send()
    await eth.rollBack(12)
    await eth.mineEmpty(3)
    await sweep()
    await eth.mineEmpty(11)
    await flush(payment)
    expect(await legs()).toEqual([`0 ${payment.dueUnits} final`])
    expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarded', receivedUnits: payment.dueUnits })
  })

  test('are signed for without a wait, also when they are found all at once where they were found one after the other', async () => {
    const payment = await confirmed(2n)
    await eth.rollBack(13)
    await eth.mine()
    const { height } = await eth.mine()
    rounds = freshScans()
    await sweep()
    await eth.mineEmpty(11)
    const half = payment.dueUnits / 2n
    expect(await depositsOf(payment)).toEqual([half, payment.dueUnits - half].map((units) => ({ units, height })))
    await signForward(shop.signer, { paymentId: payment.id })
    await flush(payment)
    expect(await legs()).toEqual([`0 ${payment.dueUnits} final`])
  })

  test('and come back with others are told from these', async () => {
    const payment = await confirmed(1n)
    await eth.rollBack(12)
    balances.set(payment.address, payment.dueUnits + 9n)
    await eth.mine()
    rounds = freshScans()
    await sweep()
    expect(new Set((await depositsOf(payment)).map(({ units }) => units))).toEqual(new Set([payment.dueUnits, 9n]))
    await eth.mineEmpty(11)
    expect(await legs()).toEqual([`0 ${payment.dueUnits} planned`])
    expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: payment.dueUnits + 9n })
  })

  test('keep their name when others are found in the block that had given it', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    await eth.mineEmpty(2)
    balances.set(payment.address, 5n)
    await sweep()
    await eth.rollBack(2)
    await eth.mine()
    await sweep()
    await eth.mine()
    balances.set(payment.address, 12n)
    await sweep()
    expect((await depositsOf(payment)).map(({ units }) => units)).toEqual([5n, 7n])
    expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: 12n, txId: null })
  })

  test('and that only their flush had told of are those of its next block', async () => {
    const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
    const log = flushed(payment.address, paidOut(payment.dueUnits), '0xpayer')
    const { height } = await eth.mine({ flushes: [log] })
    await eth.mineEmpty(1, height)
    expect(await legs()).toEqual([`0 ${payment.dueUnits} final`])
    await eth.rollBack(2)
    const again = await eth.mine({ flushes: [{ ...log, ref: `${log.txId}:7` }] })
    await eth.mineEmpty(1, again.height)
    expect(await legs()).toEqual([`0 ${payment.dueUnits} final`])
    expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height: again.height }])
  })
})

test('addresses of payments that are over are looked at for ever, and those of tokens for coins', async () => {
  const over = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const token = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  await tables(shop.ctx.orm.em.fork()).updateTable('payment').set({ state: 'failed' }).where('id', '=', over.id).execute()
  await eth.mine()
  balances.set(over.address, 7n).set(token.address, 9n)
  await sweep()
  expect(asked.map(({ addresses }) => addresses)).toContainEqual(expect.arrayContaining([over.address, token.address]))
  expect(await shop.read(over.id)).toMatchObject({ receivedUnits: 7n })
  expect(await shop.read(token.id)).toMatchObject({ receivedUnits: 0n, exceptions: ['wrong_asset'] })
  await tables(shop.ctx.orm.em.fork()).updateTable('payment').set({ state: 'pending' }).where('id', '=', over.id).execute()
})

test('an address that waits for nothing is looked at again within a day, and not with every block', async () => {
  const over = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const db = tables(shop.ctx.orm.em.fork())
  await db.updateTable('payment').set({ state: 'failed' }).where('id', '=', over.id).execute()
  await eth.mine()
  await sweep()
  balances.set(over.address, 7n)
  const lookForHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      shop.ctx.clock.advance(60 * 60_000)
      await eth.mine()
      await sweep()
    }
  }
  await lookForHours(12)
  expect(await depositsOf(over)).toEqual([])
  await lookForHours(11)
  expect((await depositsOf(over)).map(({ units }) => units)).toEqual([7n])
  expect(asked).toHaveLength(2)
  await db.updateTable('payment').set({ state: 'pending' }).where('id', '=', over.id).execute()
})

test('a block is looked at once, and nothing is written when it was taken back meanwhile', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  await eth.mine()
  await sweep()
  await sweep()
  expect(asked).toHaveLength(2)
  await eth.mine()
  balances.set(payment.address, 5n)
  await sweep(() => eth.rollBack())
  expect(await depositsOf(payment)).toEqual([])
})
