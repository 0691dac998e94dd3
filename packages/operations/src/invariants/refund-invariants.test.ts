import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedRefundsOf } from '../testing/test-watched-refunds.ts'
import { openChain, output } from '../testing/test-chain.ts'
import { PAYER } from '../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { checkAll, checkNew } from './check-invariants.ts'

let shop: TestShop
let payment: Payment
let refundId: string
beforeAll(async () => {
  shop = await openShop({}, 2)
  const btc = await openChain(shop.ctx, 'BTC')
  await checkNew(shop.ctx)
  payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
  refundId = await start(payment, 50_000n, PAYER)
  await btc.mine({ transfers: [output(PAYER, 50_000n, { tx: 10 })] })
})
afterAll(() => closeShop(shop))

const { start } = watchedRefundsOf(() => shop)

/** Writes as the owner of the database, with its own guards switched off. */
const tamper = (statement: string) =>
  shop.ctx.orm.em.fork().transactional(async (em) => {
    await em.execute('SET LOCAL session_replication_role = replica')
    await em.execute(statement)
  })

const hits = () => tables(shop.ctx.orm.em.fork()).selectFrom('invariant_hit').select('scope').where('invariant', '=', 'I13').execute()

test('an incremental check run finds it by the events of its payment', async () => {
  await tamper('UPDATE payment SET refunded_units = refunded_units + 1')
  await checkNew(shop.ctx)
  expect(await hits()).toEqual([{ scope: `payment:${payment.id}` }])
  await tamper('UPDATE payment SET refunded_units = refunded_units - 1')
})

test.each([
  [
    'a payment with another sum',
    'UPDATE payment SET refunded_units = refunded_units + 1',
    'UPDATE payment SET refunded_units = refunded_units - 1',
  ],
  [
    'a refund with another sum',
    "UPDATE assisted_refund SET state = 'paying', paid_units = 49999",
    "UPDATE assisted_refund SET state = 'refunded', paid_units = 50000",
  ],
  ['a transfer that is not final', "UPDATE refund_transfer SET state = 'included'", "UPDATE refund_transfer SET state = 'final'"],
  ['more than the payment has received', 'UPDATE payment SET received_units = 49999', 'UPDATE payment SET received_units = 100000'],
])('%s violates an invariant of its payment', async (_, does, mends) => {
  expect((await shop.read(payment.id)).refundedUnits).toBe(50_000n)
  expect(refundId).not.toBe('')
  await tamper(does)
  await checkAll(shop.ctx)
  expect(await hits()).toEqual([{ scope: `payment:${payment.id}` }])
  await tamper(mends)
  await checkAll(shop.ctx)
  expect(await hits()).toEqual([])
})
