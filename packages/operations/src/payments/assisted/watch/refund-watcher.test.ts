import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gauges } from '../../../observability/metrics/register-metrics.ts'
import { watchedRefundsOf } from '../../../testing/test-watched-refunds.ts'
import { openChain, output, type TestChain } from '../../../testing/test-chain.ts'
import { PAYER } from '../../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../../testing/test-shop.ts'

/** Two confirmations, so that a transfer is in a block before it is final. */
const RECEIVED = 1_000_000n
const HALF = RECEIVED / 2n

const errors: object[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) }

let shop: TestShop
let btc: TestChain
let payment: Payment
beforeEach(async () => {
  errors.length = 0
  shop = await openShop({ log }, 4)
  btc = await openChain(shop.ctx, 'BTC')
  payment = await paid(1)
  shop.ctx.clock.advance(60_000)
})
afterEach(() => closeShop(shop))

const { start, read, stands, transfers } = watchedRefundsOf(() => shop)

async function paid(tx: number): Promise<Payment> {
  const asked = await shop.ask({ amount: 600, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(asked.address, RECEIVED, { tx })] })
  await btc.mineEmpty(1)
  return asked
}

const pay = (units: bigint, tx: number) => btc.mine({ transfers: [output(PAYER, units, { tx })] })
const refunded = async () => (await shop.read(payment.id)).refundedUnits
const refundEvents = async () => (await shop.events(payment.id)).filter((type) => /refunded|updated/.test(type))
/** The metric of complete refunds that a reorg has taken back. */
const lost = async () => {
  const gauge = gauges.find(({ name }) => name === 'refunds_reorged')
  return (await gauge?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
}
const audit = async () => {
  const rows = await tables(shop.ctx.orm.em.fork())
    .selectFrom('audit_entry')
    .select(['actor', 'action'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.filter(({ actor }) => actor === 'system').map(({ action }) => action)
}

describe('a refund', () => {
  test('counts partial transfers as they become final, and is announced once it is whole', async () => {
    const id = await start(payment, HALF, PAYER)
    await pay(100_000n, 10)
    expect(await stands(id)).toEqual(['paying', 0n])
    await btc.mineEmpty(1)
    expect(await stands(id)).toEqual(['paying', 100_000n])
    expect([await refunded(), await refundEvents()]).toEqual([100_000n, ['payment.updated']])
    await pay(400_000n, 11)
    await btc.mineEmpty(1)
    expect(await stands(id)).toEqual(['refunded', HALF])
    expect([await refunded(), await refundEvents()]).toEqual([HALF, ['payment.updated', 'payment.refunded']])
    expect((await read(id)).refundedAt).not.toBeNull()
    expect(await audit()).toEqual(['refund.receive', 'refund.complete'])
  })

  test('counts no more than its amount of a larger transfer', async () => {
    const id = await start(payment, HALF, PAYER)
    await pay(RECEIVED, 10)
    await btc.mineEmpty(1)
    expect([await stands(id), await refunded()]).toEqual([['refunded', HALF], HALF])
  })

  test('is not changed by dust, of which nothing is stored', async () => {
    const id = await start(payment, HALF, PAYER)
    await btc.mine({ transfers: Array.from({ length: 20 }, (_, vout) => output(PAYER, HALF / 100n - 1n, { tx: 10, vout })) })
    await btc.mineEmpty(2)
    expect([await stands(id), await refunded(), await transfers(), await refundEvents()]).toEqual([['named', 0n], 0n, [], []])
  })

  test('asks about a transfer of a block that is older than its address', async () => {
    const id = await start(payment, HALF, PAYER)
    await btc.mine({ transfers: [output(PAYER, HALF, { tx: 10 })], at: new Date(shop.ctx.clock.now().getTime() - 2_000) })
    await btc.mineEmpty(1)
    expect(await stands(id)).toEqual(['named', 0n])
    expect(await transfers()).toMatchObject([{ refundId: null, units: HALF, state: 'included' }])
  })

  test('counts nothing that arrives before its address is named, or once it is complete', async () => {
    await pay(HALF, 9)
    shop.ctx.clock.advance(1_000)
    const id = await start(payment, HALF, PAYER)
    await pay(HALF, 10)
    await btc.mineEmpty(1)
    await pay(HALF, 11)
    expect([await stands(id), (await transfers()).length]).toEqual([['refunded', HALF], 1])
  })
})

describe('two refunds of one address', () => {
  test('are told apart by their exact amounts, the oldest first, and the rest is asked about', async () => {
    const first = await start(payment, 300_000n, PAYER)
    shop.ctx.clock.advance(1_000)
    const second = await start(payment, 300_000n, PAYER)
    await btc.mine({ transfers: [output(PAYER, 200_000n, { tx: 10 }), output(PAYER, 300_000n, { tx: 11 })] })
    await btc.mineEmpty(1)
    expect([await stands(first), await stands(second)]).toEqual([
      ['refunded', 300_000n],
      ['named', 0n],
    ])
    expect(await transfers()).toMatchObject([
      { units: 200_000n, refundId: null },
      { units: 300_000n, refundId: first },
    ])
    await pay(300_000n, 12)
    await btc.mineEmpty(1)
    expect([await stands(second), await refunded()]).toEqual([['refunded', 300_000n], 600_000n])
    expect(await refundEvents()).toEqual(['payment.refunded', 'payment.refunded'])
  })

  test('share a block that pays both', async () => {
    const other = await paid(2)
    const [first, second] = [await start(payment, HALF, PAYER), await start(other, HALF, PAYER)]
    await btc.mine({ transfers: [output(PAYER, HALF, { tx: 10, vout: 0 }), output(PAYER, HALF, { tx: 10, vout: 1 })] })
    await btc.mineEmpty(1)
    expect([await stands(first), await stands(second)]).toEqual([
      ['refunded', HALF],
      ['refunded', HALF],
    ])
  })
})

describe('a reorg', () => {
  test('takes a complete refund back with an alarm, and the same transaction completes it again without a second announcement', async () => {
    const id = await start(payment, HALF, PAYER)
    const { height } = await pay(HALF, 10)
    await btc.mineEmpty(1)
    await btc.rollBack(2)
    expect([await stands(id), await refunded()]).toEqual([['named', 0n], 0n])
    expect(await transfers()).toMatchObject([{ refundId: id, state: 'gone' }])
    expect(await lost()).toEqual([{ value: 1 }])
    expect(errors).toContainEqual({ alarm: 'refund_reorged', chain: 'BTC', height, deposits: 0, refundIds: [id] })
    await btc.mineEmpty(1)
    await pay(HALF, 10)
    await btc.mineEmpty(1)
    expect([await stands(id), await refunded(), await lost()]).toEqual([['refunded', HALF], HALF, [{ value: 0 }]])
    expect(await refundEvents()).toEqual(['payment.refunded', 'payment.updated', 'payment.updated'])
    expect(await audit()).toEqual(['refund.receive', 'refund.complete', 'refund.lose', 'refund.receive', 'refund.complete'])
  })

  test('takes a part back and leaves the rest paid', async () => {
    const id = await start(payment, HALF, PAYER)
    await pay(100_000n, 10)
    await pay(400_000n, 11)
    await btc.mineEmpty(1)
    expect(await stands(id)).toEqual(['refunded', HALF])
    await btc.rollBack(2)
    expect([await stands(id), await refunded()]).toEqual([['paying', 100_000n], 100_000n])
  })

  test('raises no alarm for a transfer that was not final', async () => {
    const id = await start(payment, HALF, PAYER)
    await pay(HALF, 10)
    await btc.rollBack()
    expect([await stands(id), errors]).toEqual([['named', 0n], []])
  })

  test('that reaches back before the naming lets nothing count by itself', async () => {
    await btc.mineEmpty(1)
    const id = await start(payment, HALF, PAYER)
    await btc.rollBack()
    await pay(HALF, 10)
    await pay(HALF, 11)
    expect([(await read(id)).asks, await stands(id)]).toEqual([true, ['named', 0n]])
    expect((await transfers()).map(({ refundId }) => refundId)).toEqual([null, null])
  })

  test('takes back what an ended refund has paid, and a block that has it again counts it again', async () => {
    const id = await start(payment, HALF, PAYER)
    await pay(100_000n, 10)
    await btc.mineEmpty(1)
    await tables(shop.ctx.orm.em.fork())
      .updateTable('assisted_refund')
      .set({ state: 'cancelled', endedAt: shop.ctx.clock.now(), endReason: 'cancelled' } as object)
      .where('id', '=', id)
      .execute()
    await btc.rollBack(2)
    expect([await stands(id), await refunded()]).toEqual([['cancelled', 0n], 0n])
    await pay(100_000n, 10)
    await btc.mineEmpty(1)
    expect([await stands(id), await refunded()]).toEqual([['cancelled', 100_000n], 100_000n])
  })
})
