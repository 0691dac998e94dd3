import type { Block } from '@gateway/chains/rail/block'
import type { Transfer } from '@gateway/chains/rail/transfer'
import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLease } from '../../../chainwatch/cursor/cursor.ts'
import { watchedRefundsOf } from '../../../testing/test-watched-refunds.ts'
import { openChain, output, type TestChain } from '../../../testing/test-chain.ts'
import { PAYER } from '../../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../../testing/test-shop.ts'
import { refundWatcher } from './refund-watcher.ts'

const RECEIVED = 1_000_000n
/** Two refunds in three share an address. */
const ADDRESSES = [PAYER, PAYER, wallets.merchant.BTC] as const
const STEPS = 60

let shop: TestShop
let btc: TestChain
let payments: Payment[]
/** The blocks since the first refund, oldest first, and transfers that reorgs have removed. */
let blocks: Block[]
let removed: Transfer[]
let drawn: number
let lastTx: number
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
  ;[payments, blocks, removed, lastTx] = [[], [], [], 100]
  for (const tx of [1, 2]) {
    const payment = await shop.ask({ amount: 600, blockchain: 'BTC' })
    await btc.mine({ transfers: [output(payment.address, RECEIVED, { tx })] })
    payments.push(payment)
  }
  await btc.mineEmpty(3)
})
afterEach(() => closeShop(shop))

const { start, name, transfers } = watchedRefundsOf(() => shop)
const db = () => tables(shop.ctx.orm.em.fork())
const refunds = () => db().selectFrom('assisted_refund').selectAll().orderBy('id').execute()

/** A number below `limit`; the same ones for the same seed. */
function draw(limit: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((drawn / 2 ** 32) * limit)
}

const oneOf = <Value>(values: readonly Value[]): Value | undefined => values[draw(values.length)]

async function mine(content: readonly Transfer[]): Promise<void> {
  blocks.push(await btc.mine({ transfers: content, at: new Date(shop.ctx.clock.now().getTime() - draw(4) * 1_000) }))
}

const steps: readonly (() => Promise<void>)[] = [
  async function startRefund() {
    const payment = oneOf(payments)
    if (!payment) return
    const taken = (await refunds()).reduce(
      (sum, { paymentId, state, units, paidUnits }) => (paymentId === payment.id ? sum + (state === 'cancelled' ? paidUnits : units) : sum),
      0n,
    )
    const units = (RECEIVED - taken) / BigInt(1 + draw(3))
    if (units > 1_000n) await start(payment, units, ADDRESSES[draw(3)] ?? PAYER)
  },
  async function payRefund() {
    const refund = oneOf((await refunds()).filter(({ state }) => state === 'named' || state === 'paying'))
    const units = refund ? [refund.units - refund.paidUnits, refund.units / 3n, 2n * refund.units, refund.units / 200n][draw(4)] : 5_000n
    if (units) await mine([output(refund?.address ?? PAYER, units, { tx: ++lastTx })])
  },
  () => mine([]),
  () => mine([]),
  async function reorganise() {
    const depth = Math.min(1 + draw(4), blocks.length)
    await btc.rollBack(depth)
    removed.push(...blocks.splice(blocks.length - depth).flatMap((block) => block.transfers))
  },
  async function mineRemoved() {
    const kept = removed.filter(() => draw(3) > 0)
    removed = removed.filter((transfer) => !kept.includes(transfer))
    await mine(kept)
  },
  async function nameTransaction() {
    const [refund, transfer] = [oneOf(await refunds()), oneOf(blocks.flatMap((block) => block.transfers))]
    if (refund && transfer && refund.address) await name(refund.id, transfer.txId)
    await refundWatcher.findNamed(shop.ctx, { ...btc, height: blocks.at(-1)?.height ?? 0 })
  },
  async function cancel() {
    const included = new Set((await transfers()).filter(({ state }) => state === 'included').map(({ refundId }) => refundId))
    const refund = oneOf((await refunds()).filter(({ id, state }) => ['named', 'paying'].includes(state) && !included.has(id)))
    if (!refund || draw(3) > 0) return
    const end = { state: 'cancelled', endedAt: shop.ctx.clock.now() } as object
    await db().updateTable('assisted_refund').set(end).where('id', '=', refund.id).execute()
  },
  async function restart() {
    Object.assign(btc.lease, await takeLease(shop.ctx, btc.node))
  },
]

/** What is true after every step, by the blocks alone. */
async function check(): Promise<void> {
  const onChain = new Map(blocks.flatMap((block) => block.transfers.map((transfer) => [transfer.ref, { transfer, block }])))
  const rows = await db().selectFrom('refund_transfer').selectAll().execute()
  const placeOf = ({ ref, height, blockHash, units }: (typeof rows)[number]) => [ref, height, blockHash, units]
  expect(rows.map(placeOf)).toEqual(
    rows.map((row) => {
      const place = onChain.get(row.ref)
      return place ? [row.ref, place.block.height, place.block.hash, place.transfer.units] : [row.ref, null, null, row.units]
    }),
  )
  const known = await refunds()
  const finalOf = (id: string) =>
    rows.filter((row) => row.refundId === id && row.state === 'final').reduce((sum, { units }) => sum + units, 0n)
  for (const { id, units, paidUnits, state } of known) {
    const final = finalOf(id)
    expect([id, paidUnits]).toEqual([id, final < units ? final : units])
    expect([id, state === 'cancelled' || (state === 'refunded') === final >= units]).toEqual([id, true])
  }
  for (const payment of payments) {
    const own = known.filter(({ paymentId }) => paymentId === payment.id)
    const paid = own.reduce((sum, { paidUnits }) => sum + paidUnits, 0n)
    expect((await shop.read(payment.id)).refundedUnits).toBe(paid)
    expect(paid <= RECEIVED).toBe(true)
    const announced = (await shop.events(payment.id)).filter((type) => type === 'payment.refunded')
    expect(announced).toHaveLength(own.filter(({ refundedAt }) => refundedAt !== null).length)
  }
}

test.each([1, 2, 3, 4])('refunds are what the blocks say after any steps, drawn by seed %i', async (seed) => {
  drawn = seed
  for (let step = 0; step < STEPS; step++) {
    shop.ctx.clock.advance(1_000 * draw(5))
    await steps[draw(steps.length)]?.()
    await check()
  }
  const stored = await refunds()
  expect(stored.some(({ refundedAt }) => refundedAt !== null)).toBe(true)
})
