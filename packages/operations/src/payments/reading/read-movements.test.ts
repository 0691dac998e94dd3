import { ListPaymentsInput } from '@gateway/contract/payment-inputs'
import { presentPayment } from '@gateway/contract/payments'
import { tables } from '@gateway/db/tables'
import type { Em } from '@gateway/db/orm'
import type { Payment, PaymentFacts } from '@gateway/domain/payments/payment'
import { eventually } from '@gateway/testing/wait'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type TestShop } from '../../testing/test-shop.ts'
import { getPayment, viewCheckout, viewPayment } from './get-payment.ts'
import { listPayments } from './list-payments.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 12)))
// Its deposits are of no chain, so its books are not looked at.
afterAll(() => shop.ctx.close())

const ask = () => shop.ask({ amount: 60, blockchain: 'BTC' })
const own = ({ id }: Payment): Promise<PaymentFacts> => getPayment(shop.ctx, { actor: shop.actor, id })
const listed = async ({ id }: Payment): Promise<PaymentFacts | undefined> => {
  const { payments } = await listPayments(shop.ctx, { actor: shop.actor, filter: ListPaymentsInput.parse({}) })
  return payments.find(({ payment }) => payment.id === id)
}
const seenByPayer = async ({ id }: Payment): Promise<PaymentFacts> => (await viewCheckout(shop.ctx, { id })).facts

const readers = [
  ['one payment', own],
  ['a list', listed],
  ['a checkout page', seenByPayer],
] as const

/** Some deposits of a payment, the last of them first seen first. */
const arrive = (em: Em, { id, address }: Payment, count = 1) =>
  sql`INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, arrived_at)
    SELECT ${id} || n, 'BTC', ${id} || n, 't' || n, ${address}, 'payment', ${id}, 'BTC', n, 'seen', timestamptz '2026-10-01' - n * interval '1 second'
    FROM generate_series(1, ${count}::int) n`.execute(tables(em))

describe('deposits of a payment', () => {
  test.each(readers)('%s reads the first hundred of many deposits, oldest first', async (_what, read) => {
    const payments = [await ask(), await ask()]
    const em = shop.ctx.orm.em.fork()
    for (const payment of payments) await arrive(em, payment, 130)
    for (const payment of payments) {
      const deposits = (await read(payment))?.movements.deposits
      expect(deposits?.map(({ units }) => Number(units))).toEqual(Array.from({ length: 100 }, (_, place) => 130 - place))
    }
  })

  test('deposits of a payment have the types of their columns', async () => {
    const payment = await ask()
    await arrive(shop.ctx.orm.em.fork(), payment)
    expect(presentPayment(await own(payment), null).deposits).toMatchObject([
      { asset: 'BTC', amount: '0.00000001', status: 'seen', received_at: '2026-09-30T23:59:59.000Z' },
    ])
  })

  test.each(readers)('deposits that arrive while %s is read are shown with their amount or not at all', async (_what, read) => {
    const payment = await ask()
    const reading = await withoutDeposits(async (em) => {
      const told = read(payment)
      await eventually('the reader to wait for the deposits', async () => (await countWaiting()) > 0)
      await arrive(em, payment)
      await tables(em).updateTable('payment').set({ receivedUnits: 1n }).where('id', '=', payment.id).execute()
      return { told }
    })
    const both = { payment: { receivedUnits: 1n }, movements: { deposits: [{ units: 1n }] } }
    const neither = { payment: { receivedUnits: 0n }, movements: { deposits: [] } }
    const facts = await reading.told
    // A list is one statement, which begins to read once it may.
    expect(facts).toMatchObject(facts?.payment.receivedUnits === 1n ? both : neither)
    expect(await read(payment)).toMatchObject(both)
  })

  test('deposits of a payment are not read for the public view and the code of a payment', async () => {
    const payment = await ask()
    const { facts } = await withoutDeposits(() => viewPayment(shop.ctx, payment))
    expect(facts.payment.id).toBe(payment.id)
  })
})

/** Does something while every reader of deposits waits. */
const withoutDeposits = <T>(work: (em: Em) => Promise<T>): Promise<T> =>
  shop.ctx.orm.em.fork().transactional(async (em) => {
    await sql`LOCK TABLE deposit IN ACCESS EXCLUSIVE MODE`.execute(tables(em))
    return work(em)
  })

async function countWaiting(): Promise<number> {
  const waiting = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await waiting.execute(tables(shop.ctx.orm.em.fork()))).rows.length
}
