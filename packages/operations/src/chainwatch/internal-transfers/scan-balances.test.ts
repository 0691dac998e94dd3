import { ChainUnavailable } from '@gateway/chains/errors'
import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { findCursor } from '@gateway/db/chainwatch/cursor-queries'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expirePayment } from '../../payments/endings/expire-payment.ts'
import { signForward } from '../../testing/sign-forward.ts'
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
  await eth.fundTreasury(shop.gasPayer)
  ;[balances, asked, rounds] = [new Map(), [], freshScans()]
})
afterEach(() => closeShop(shop))

/** Sweeps as the scanner does at this final height; the node answers with `balances` after `meanwhile`. */
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

/** Sweeps the chain's last block as if it were final, skipping earlier ones. */
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

test('an internal transfer pays its payment once, like any other deposit', async () => {
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

test("balances are read at final blocks only, so a deposit of the node's next block is never counted twice", async () => {
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

test('a deposit and a flush in blocks above the final one neither alarm nor look like a surplus', async () => {
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

test('the first sweep starts at the newest final block on a short chain too', async () => {
  const db = tables(shop.ctx.orm.em.fork())
  await db.deleteFrom('chain_block').where('chain', '=', 'ETH').execute()
  await db.updateTable('chain_cursor').set({ height: 5 }).where('chain', '=', 'ETH').execute()
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height } = await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  await look(height)
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height: 6 }])
})

test('blocks that become final together are swept one by one, so an internal transfer has its block’s time', async () => {
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

test('an internal transfer is found in the next block of a chain that leaves heights out', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const first = await eth.mine()
  await look(first.height)
  const second = await eth.mine({ skipped: 3 })
  const third = await eth.mine({ skipped: 2 })
  asked.splice(0)
  balances.set(payment.address, payment.dueUnits)
  for (let pass = 0; pass < 3; pass++) await look(third.height)
  expect(asked.map(({ blockHash }) => blockHash)).toEqual([second.hash, third.hash])
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height: second.height }])
})

test('coins that a final payout counted are not counted again when their own block is swept later', async () => {
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

test('an internal transfer is not found again at an earlier block when a node reports a lower final height', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height } = await eth.mine()
  await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  await look(height + 1)
  rounds = freshScans()
  await look(height)
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height: height + 1 }])
})

test('an internal transfer within the window completes the payment at its rate even if its block is final later', async () => {
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

test('a deposit recorded while balances are read is not recorded a second time', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height, hash } = await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  const record = `INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at)
    VALUES ('again', 'ETH', 'again', 'again', '${payment.address}', 'payment', '${payment.id}', 'ETH', ${payment.dueUnits}, 'included', ${height}, '${hash}', now()) ON CONFLICT DO NOTHING`
  await sweep(() => shop.ctx.orm.em.fork().getConnection().execute(record))
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height }])
  await shop.ctx.orm.em.fork().getConnection().execute("DELETE FROM deposit WHERE id = 'again'")
})

test('a page of addresses is asked again when the node did not answer', async () => {
  await shop.ask({ amount: 50, blockchain: 'ETH' })
  const { height } = await eth.mine()
  const before = { ...rounds, open: '00000000-0000-0000-0000-000000000001', readBefore: height }
  Object.assign(rounds, before)
  await expect(sweep(() => Promise.reject(new ChainUnavailable('ETH', 'it is away')))).rejects.toThrow(ChainUnavailable)
  expect(rounds).toEqual(before)
  await sweep()
  expect(rounds.open).toBe(freshScans().open)
})

test('a block whose state the node has lost is left out for the newest final one', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  await look((await eth.mine()).height)
  await eth.mine({ hash: 'lost' })
  const { height } = await eth.mine()
  balances.set(payment.address, payment.dueUnits)
  await look(height, async () => asked.at(-1)?.blockHash === 'lost' && Promise.reject(new ChainUnavailable('ETH', 'it is gone')))
  expect(await depositsOf(payment)).toEqual([{ units: payment.dueUnits, height }])
})

test('a sweep finds only the surplus over known deposits and payouts', async () => {
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

test('coins that left before they were seen are counted once, when their payout is final, at their block’s time', async () => {
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

test('the rest of a payment is forwarded alone when its first part left unseen', async () => {
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

test('an internal transfer after a payout is found whatever left with that payout', async () => {
  const payment = await shop.ask({ amount: 50, blockchain: 'ETH' })
  await eth.mine({ flushes: [flushed(payment.address, { asset: 'ETH', merchantUnits: 70n, feeUnits: 0n }, '0xpayer')] })
  await eth.mine()
  balances.set(payment.address, 5n)
  await sweep()
  expect((await depositsOf(payment)).map(({ units }) => units)).toEqual([5n])
})

test('an internal transfer disappears with its orphaned block and is found again in a later one', async () => {
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

describe('internal transfers orphaned by a reorg', () => {
  const legs = () => legsOf(shop.ctx)
  const paidOut = (units: bigint) => ({ asset: 'ETH' as const, merchantUnits: units - units / 100n, feeUnits: units / 100n })
  /** Mines the flush that was signed last and finalizes it. */
  const flush = async (payment: Payment) => {
    const attempt = (await attemptsOf(shop.ctx)).at(-1)
    const flushes = [flushed(payment.address, paidOut(payment.dueUnits), attempt?.handle ?? '')]
    const { height } = await eth.mine({ attempts: attempt ? [attempt] : [], flushes })
    balances.set(payment.address, 0n)
    await eth.mineEmpty(1, height)
  }
  /** A confirmed payment whose internal transfer was found whole or in halves. */
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

  test('a rematched transfer in a later block keeps its deposit, and the signed payout pays it', async () => {
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

  test('rematched transfers are signed without a wait, even when two halves reappear as one surplus', async () => {
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

  test('a reappearing transfer is told apart from additional coins', async () => {
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

  test('a rematched transfer keeps its name when others are found in the block that gave it', async () => {
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

  test('coins known only from an orphaned flush are matched to the next flush', async () => {
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

test('a sweep covers addresses of closed payments for ever, and token addresses for native coins', async () => {
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

test('an address that expects nothing is swept within a day and not with every block', async () => {
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

test('a block is swept once, and nothing is written when it is rolled back meanwhile', async () => {
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
